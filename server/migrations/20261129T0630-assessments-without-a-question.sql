-- serves from 20261124T0720-events-by-quarter.sql
-- small table survey_definition: some hundreds to a company, of which few are without a graph
-- data
-- ASB-03, ASB-05: what the builder created without a question was kept as if it had no graph, and was in no list.
update survey_definition set graph = '{"nodes": [], "edges": []}' where graph is null;
-- end of data
