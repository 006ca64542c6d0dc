-- The guest list finds people by what the notes about them say.
create index notes_search on app.notes using gin (account_id, app.fold(body) public.gin_trgm_ops) where deleted_at is null;
