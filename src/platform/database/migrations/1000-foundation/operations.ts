/** The progress of housekeeping. */
export const operations = `
create table retention_progress (
  account_id integer not null references accounts (id),
  list text not null,
  reached integer not null,
  constraint retention_progress_pk primary key (account_id, list)
);

create table orphan_sweeps (
  id integer primary key,
  mark text,
  next_mark text,
  due_at integer not null default 0
);
insert into orphan_sweeps (id, due_at) values (1, 0);
`;
