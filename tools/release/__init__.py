"""What a release carries: the site and the notebooks as zip files, the wheel, what is new."""
