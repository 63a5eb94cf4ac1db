"""The files of a release: the site and the notebooks as zip files, the wheel, the release notes."""
