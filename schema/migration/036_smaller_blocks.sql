-- A block is unpacked whole, whatever is wanted of it; what is written from now on has blocks of two marks.
ALTER TABLE candle MODIFY SETTING min_compress_block_size = 16384
