-- What was begun under a credential dies with it (SEC-02): a code for a new password, and the secret of a new app that was shown.
-- Codes from before this have no version and open nothing; they live for ten minutes.
alter table password_reset add column credential_version int not null default 0;
-- The credential under which the pool has last given out the secret of a new app.
alter table pool_account add column set_up_version int;
