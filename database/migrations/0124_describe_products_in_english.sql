-- A product's description in English, too. '' where there is one text for both languages.
ALTER TABLE products
  ADD COLUMN description_en text DEFAULT '' NOT NULL,
  ADD CONSTRAINT products_description_en_check CHECK (length(description_en) <= 4000) NOT VALID;
