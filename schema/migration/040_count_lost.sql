-- Evaluations say how much they were judged without. Of those of before it is not told: nobody reads it out of the texts of years.
ALTER TABLE issued_object
  ADD COLUMN IF NOT EXISTS lost_count Nullable(UInt16) COMMENT 'Of an evaluation how many metrics it was judged without for a reason of the moment; null of others, and where that was not kept. Without a unit.' AFTER run_id;
