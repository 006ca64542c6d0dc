-- Logos are drawn once more for mails, as a PNG, which every mail program reads. How wide mails show it, in CSS pixels;
-- null for covers, and for logos from before, which mails show in their largest size.
alter table app.images add column mail_width smallint;
alter table app.images add constraint images_mail_width_check check (mail_width between 1 and 240);
