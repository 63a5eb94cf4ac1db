"""The bundle of views, and what stands for a figure where nothing runs."""
