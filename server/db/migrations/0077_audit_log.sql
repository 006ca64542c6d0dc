-- The audit log of an account is read from the newest entry back, over all records or those of one person.
create index audit_entries_account on app.audit_entries (account_id, id desc);
create index audit_entries_user on app.audit_entries (account_id, user_id, id desc);
