-- Run once, when the database is made: the login of the servers. It has the rights of fairdeal_server
-- and no more, so it may add to the log and the ledger, and can change neither them nor the schema.
\set password `cat /run/secrets/floor`
SELECT 'CREATE ROLE fairdeal_server NOLOGIN'
WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'fairdeal_server') \gexec
CREATE ROLE fairdeal_floor LOGIN PASSWORD :'password' IN ROLE fairdeal_server;
