-- SEC-02, SEC-05: every change of password, factor or state makes a credential another one. What was proven by the one before
-- opens nothing any more: whoever opens something compares the versions while the credential is held.
alter table identity_account add column credential_version int not null default 1;
alter table pool_account add column credential_version int not null default 1;

-- That of the credential whose proof the challenge rests on; 0 is none's, so that what is open during an upgrade ends.
alter table auth_challenge add column credential_version int not null default 0;
