ALTER TABLE issued_input MODIFY COMMENT 'What an issued object was judged from that nothing else keeps, so that it can be made again.';
ALTER TABLE issued_input COMMENT COLUMN inputs 'JSON: the state that was judged, and of an order what it asks for and the books and quotes that were read for it alone.'
