CREATE TABLE public.alembic_version (
    version_num character varying(32) NOT NULL
);
CREATE TABLE public.attendees (
    id bigint NOT NULL,
    event_id bigint NOT NULL,
    full_name character varying(200) NOT NULL,
    phone character varying(40) NOT NULL,
    table_number bigint NOT NULL,
    payment_status character varying(40) NOT NULL,
    payment_folded character varying NOT NULL,
    payment_group character varying(13) NOT NULL,
    amount_paid_cents bigint,
    invoice_number character varying(40) NOT NULL,
    qr_code_data character varying(500) NOT NULL,
    attended boolean NOT NULL,
    attended_at timestamp with time zone,
    scanned_by bigint,
    sold_by bigint,
    search_text character varying NOT NULL,
    registration_key uuid,
    version bigint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    updated_by bigint,
    CONSTRAINT ck_attendees_ck_attendees_attended_at CHECK ((attended = (attended_at IS NOT NULL))),
    CONSTRAINT ck_attendees_ck_attendees_table_number CHECK ((table_number >= 0))
);
CREATE SEQUENCE public.attendees_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.attendees_id_seq OWNED BY public.attendees.id;
CREATE TABLE public.audit_log (
    id bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    user_id bigint,
    action character varying(40) NOT NULL,
    row_id bigint NOT NULL
);
CREATE SEQUENCE public.audit_log_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.audit_log_id_seq OWNED BY public.audit_log.id;
CREATE TABLE public.events (
    id bigint NOT NULL,
    name character varying(200) NOT NULL,
    date character varying(10) NOT NULL,
    "time" character varying(5),
    ticket_price_cents bigint,
    version bigint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    updated_by bigint
);
CREATE SEQUENCE public.events_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.events_id_seq OWNED BY public.events.id;
CREATE TABLE public.failed_sign_ins (
    id bigint NOT NULL,
    account_hash character varying(64) NOT NULL,
    address character varying(64) NOT NULL,
    failed_at timestamp with time zone NOT NULL
);
CREATE SEQUENCE public.failed_sign_ins_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.failed_sign_ins_id_seq OWNED BY public.failed_sign_ins.id;
CREATE TABLE public.issued_invoice_numbers (
    number character varying(40) NOT NULL
);
CREATE TABLE public.scan_log (
    id bigint NOT NULL,
    attendee_id bigint,
    event_id bigint,
    user_id bigint NOT NULL,
    device character varying(100),
    outcome character varying(20) NOT NULL,
    qr_data character varying(500),
    attended_at timestamp with time zone,
    attended_by bigint,
    scanned_at timestamp with time zone NOT NULL,
    idempotency_key uuid
);
CREATE SEQUENCE public.scan_log_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.scan_log_id_seq OWNED BY public.scan_log.id;
CREATE TABLE public.sessions (
    token_hash character varying(64) NOT NULL,
    user_id bigint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL
);
CREATE TABLE public.users (
    id bigint NOT NULL,
    username character varying(64) NOT NULL,
    username_folded character varying NOT NULL,
    full_name character varying(200) NOT NULL,
    role character varying(20) NOT NULL,
    password_hash character varying(200) NOT NULL,
    must_change_password boolean NOT NULL,
    is_active boolean NOT NULL,
    created_at timestamp with time zone NOT NULL,
    last_login timestamp with time zone,
    version bigint NOT NULL
);
CREATE SEQUENCE public.users_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.users_id_seq OWNED BY public.users.id;
ALTER TABLE ONLY public.attendees ALTER COLUMN id SET DEFAULT nextval('public.attendees_id_seq'::regclass);
ALTER TABLE ONLY public.audit_log ALTER COLUMN id SET DEFAULT nextval('public.audit_log_id_seq'::regclass);
ALTER TABLE ONLY public.events ALTER COLUMN id SET DEFAULT nextval('public.events_id_seq'::regclass);
ALTER TABLE ONLY public.failed_sign_ins ALTER COLUMN id SET DEFAULT nextval('public.failed_sign_ins_id_seq'::regclass);
ALTER TABLE ONLY public.scan_log ALTER COLUMN id SET DEFAULT nextval('public.scan_log_id_seq'::regclass);
ALTER TABLE ONLY public.users ALTER COLUMN id SET DEFAULT nextval('public.users_id_seq'::regclass);
INSERT INTO public.alembic_version VALUES
	('0001');
INSERT INTO public.attendees VALUES
	(2, 1, 'Zoë Ångström', '0491 570 156', 8, 'unpaid', 'unpaid', 'owed', NULL, 'INV-FY4Z-MWQD', 'DL1.1.2CZER7VDRBSQ88GY4J7NPM6NW4', false, NULL, NULL, 1, 'zoe angstrom
0491 570 156
0491570156
inv-fy4z-mwqd', NULL, 1, '2026-11-22 09:31:45.611+00', '2026-11-22 09:31:45.611+00', 1),
	(3, 1, 'Charles Babbage', '0491 570 157', 7, '50%', '50%', 'owed', NULL, 'INV-96N5-JJ5E', 'DL1.1.7ABGYW2J8P0Z5V6K4GA4ZW59XG', false, NULL, NULL, 1, 'charles babbage
0491 570 157
0491570157
inv-96n5-jj5e', NULL, 1, '2026-11-22 09:31:45.629+00', '2026-11-22 09:31:45.629+00', 1),
	(1, 1, 'Ada Lovelace', '0491 570 006', 7, 'paid', 'paid', 'paid', 4500, 'INV-4MBJ-RZ6X', 'DL1.1.56BQ54Z8NAZN8GBQYG722YZ5FJ', true, '2026-11-22 09:31:45.638+00', 1, 1, 'ada lovelace
0491 570 006
0491570006
inv-4mbj-rz6x', NULL, 1, '2026-11-22 09:31:45.55+00', '2026-11-22 09:31:45.55+00', 1);
INSERT INTO public.audit_log VALUES
	(1, '2026-11-22 09:31:44.381+00', NULL, 'user.created', 1),
	(2, '2026-11-22 09:31:45.354+00', 1, 'user.password_changed', 1),
	(3, '2026-11-22 09:31:45.489+00', 1, 'event.created', 1),
	(4, '2026-11-22 09:31:45.568+00', 1, 'attendee.registered', 1),
	(5, '2026-11-22 09:31:45.613+00', 1, 'attendee.registered', 2),
	(6, '2026-11-22 09:31:45.631+00', 1, 'attendee.registered', 3);
INSERT INTO public.events VALUES
	(1, 'Spring Gala', '2026-11-20', '19:30', 4500, 1, '2026-11-22 09:31:45.48+00', '2026-11-22 09:31:45.48+00', 1);
INSERT INTO public.issued_invoice_numbers VALUES
	('INV-4MBJ-RZ6X'),
	('INV-FY4Z-MWQD'),
	('INV-96N5-JJ5E');
INSERT INTO public.scan_log VALUES
	(1, 1, 1, 1, 'Front door', 'admitted', 'DL1.1.56BQ54Z8NAZN8GBQYG722YZ5FJ', '2026-11-22 09:31:45.638+00', 1, '2026-11-22 09:31:45.638+00', NULL);
INSERT INTO public.sessions VALUES
	('ba6bb7a675ad994d1ab70b1d6caa15ab5d3eb40343cac912f1961c94d6a06d4a', 1, '2026-11-22 09:31:45.354+00', '2026-11-22 17:31:45.354+00');
INSERT INTO public.users VALUES
	(1, 'admin', 'admin', 'Administrator', 'super_admin', '$argon2id$v=19$m=47104,t=1,p=1$ToAgDlxxvJ+I8vwexUe05w$sCs7HWExMsWSr1513oECdlpX7etvTaZEFZy6bdhWBs8', false, true, '2026-11-22 09:31:44.339+00', '2026-11-22 09:31:44.953+00', 1);
SELECT pg_catalog.setval('public.attendees_id_seq', 3, true);
SELECT pg_catalog.setval('public.audit_log_id_seq', 6, true);
SELECT pg_catalog.setval('public.events_id_seq', 1, true);
SELECT pg_catalog.setval('public.failed_sign_ins_id_seq', 1, true);
SELECT pg_catalog.setval('public.scan_log_id_seq', 1, true);
SELECT pg_catalog.setval('public.users_id_seq', 1, true);
ALTER TABLE ONLY public.alembic_version
    ADD CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num);
ALTER TABLE ONLY public.attendees
    ADD CONSTRAINT pk_attendees PRIMARY KEY (id);
ALTER TABLE ONLY public.audit_log
    ADD CONSTRAINT pk_audit_log PRIMARY KEY (id);
ALTER TABLE ONLY public.events
    ADD CONSTRAINT pk_events PRIMARY KEY (id);
ALTER TABLE ONLY public.failed_sign_ins
    ADD CONSTRAINT pk_failed_sign_ins PRIMARY KEY (id);
ALTER TABLE ONLY public.issued_invoice_numbers
    ADD CONSTRAINT pk_issued_invoice_numbers PRIMARY KEY (number);
ALTER TABLE ONLY public.scan_log
    ADD CONSTRAINT pk_scan_log PRIMARY KEY (id);
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT pk_sessions PRIMARY KEY (token_hash);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT pk_users PRIMARY KEY (id);
ALTER TABLE ONLY public.attendees
    ADD CONSTRAINT uq_attendees_invoice_number UNIQUE (invoice_number);
ALTER TABLE ONLY public.attendees
    ADD CONSTRAINT uq_attendees_qr_code_data UNIQUE (qr_code_data);
ALTER TABLE ONLY public.attendees
    ADD CONSTRAINT uq_attendees_registration_key UNIQUE (registration_key);
ALTER TABLE ONLY public.scan_log
    ADD CONSTRAINT uq_scan_log_idempotency_key UNIQUE (idempotency_key);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT uq_users_username_folded UNIQUE (username_folded);
CREATE INDEX ix_attendees_event_id_id ON public.attendees USING btree (event_id, id);
CREATE INDEX ix_events_date_time_id ON public.events USING btree (date, "time", id);
CREATE INDEX ix_failed_sign_ins_account_hash_address ON public.failed_sign_ins USING btree (account_hash, address);
CREATE INDEX ix_failed_sign_ins_address ON public.failed_sign_ins USING btree (address);
CREATE INDEX ix_failed_sign_ins_failed_at ON public.failed_sign_ins USING btree (failed_at);
CREATE INDEX ix_scan_log_attendee_id ON public.scan_log USING btree (attendee_id);
CREATE INDEX ix_sessions_expires_at ON public.sessions USING btree (expires_at);
CREATE INDEX ix_sessions_user_id ON public.sessions USING btree (user_id);
ALTER TABLE ONLY public.attendees
    ADD CONSTRAINT fk_attendees_event_id_events FOREIGN KEY (event_id) REFERENCES public.events(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.attendees
    ADD CONSTRAINT fk_attendees_scanned_by_users FOREIGN KEY (scanned_by) REFERENCES public.users(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.attendees
    ADD CONSTRAINT fk_attendees_sold_by_users FOREIGN KEY (sold_by) REFERENCES public.users(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.attendees
    ADD CONSTRAINT fk_attendees_updated_by_users FOREIGN KEY (updated_by) REFERENCES public.users(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.events
    ADD CONSTRAINT fk_events_updated_by_users FOREIGN KEY (updated_by) REFERENCES public.users(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT fk_sessions_user_id_users FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
