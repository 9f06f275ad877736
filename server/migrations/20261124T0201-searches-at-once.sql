-- serves from 20261123T1400-patients.sql
-- brief lock on patient_by_words: a setting of the index, without a look at its rows
-- What was written last is in the index itself: as a list beside it, every search would read all of it until somebody tidies up.
alter index patient_by_words set (fastupdate = off);
