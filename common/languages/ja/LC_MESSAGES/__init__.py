"""The catalogues of messages in Japanese, one for each folder of source."""
