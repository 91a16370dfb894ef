CREATE OR REPLACE VIEW analyst.order_input
(
  evaluation_id String COMMENT 'Id of the evaluation that judged the order.',
  at DateTime64(3, 'UTC') COMMENT 'When it was issued. UTC.',
  asked String COMMENT 'JSON: the order as it was asked about.',
  books String COMMENT 'JSON: the books that were read for it, with levels where they were not older than ten minutes.',
  books_at DateTime64(3, 'UTC') COMMENT 'The instant that their age is counted from. UTC.',
  quotes String COMMENT 'JSON: what each aggregator said of it, by size.',
  liquidity String COMMENT 'JSON: the section liquidity of the state that was judged.',
  market String COMMENT 'JSON: the section market of the state that was judged.'
)
DEFINER = CURRENT_USER SQL SECURITY DEFINER
COMMENT 'What orders were judged from that was read for them alone, beside the sections of the state that they rest on.'
AS SELECT id AS evaluation_id, at, JSONExtractRaw(i.inputs, 'order') AS asked, JSONExtractRaw(i.inputs, 'books') AS books,
  fromUnixTimestamp64Milli(JSONExtract(i.inputs, 'books_at', 'Int64'), 'UTC') AS books_at, JSONExtractRaw(i.inputs, 'quoted') AS quotes,
  JSONExtractRaw(i.inputs, 'state', 'sections', 'liquidity') AS liquidity, JSONExtractRaw(i.inputs, 'state', 'sections', 'market') AS market
FROM issued_input AS i
WHERE startsWith(id, 'eval_') AND JSONHas(i.inputs, 'order');
