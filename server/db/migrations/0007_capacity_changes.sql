-- Which counters an order's units took changes when a capacity assignment gets or loses a ticket.

-- Volatile on purpose: it reads with a snapshot of its own. Called once the orders are locked, it sees what their lines
-- took by then, even if that changed after the calling statement began.
create function app.order_units_now(ids bigint[]) returns table (counter_id bigint, n bigint)
  language plpgsql volatile as
  $$ begin
    return query select u.id, sum(i.quantity)::bigint from app.order_items i cross join unnest(i.counter_ids) u(id)
      where i.order_id = any(ids) group by u.id;
  end $$;

-- Lists of an event's assignments by name.
create index capacity_assignments_name on app.capacity_assignments (event_id, app.fold(name), id);
