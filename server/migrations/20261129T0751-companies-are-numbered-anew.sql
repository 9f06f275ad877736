-- serves from 20261124T0720-events-by-quarter.sql
-- REL-02: the demo numbers its companies from 1, also where an earlier start was cut off while it made them.
grant update on sequence company_company_id_seq to portal_system;
