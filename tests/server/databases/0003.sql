BEGIN TRANSACTION;
CREATE TABLE accounts (
	id VARCHAR(60) NOT NULL, 
	name VARCHAR(40), 
	folded VARCHAR(80), 
	password VARCHAR(200) NOT NULL, 
	made FLOAT NOT NULL, 
	gone FLOAT, 
	PRIMARY KEY (id), 
	UNIQUE (folded)
);
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0003');
CREATE TABLE claimed (
	guest VARCHAR(60) NOT NULL, 
	account VARCHAR(60) NOT NULL, 
	since FLOAT NOT NULL, 
	PRIMARY KEY (guest)
);
CREATE TABLE codes (
	account VARCHAR(60) NOT NULL, 
	digest VARCHAR(64) NOT NULL, 
	PRIMARY KEY (account, digest)
);
CREATE TABLE due (
	kind VARCHAR(20) NOT NULL, 
	table_id VARCHAR(60) NOT NULL, 
	at FLOAT NOT NULL, 
	leased FLOAT NOT NULL, 
	holder VARCHAR(60) NOT NULL, 
	PRIMARY KEY (kind, table_id)
);
CREATE TABLE lives (
	id VARCHAR(60) NOT NULL, 
	host VARCHAR(200) NOT NULL, 
	process INTEGER NOT NULL, 
	began FLOAT NOT NULL, 
	last FLOAT NOT NULL, 
	ended BOOLEAN NOT NULL, 
	PRIMARY KEY (id)
);
CREATE TABLE log (
	table_id VARCHAR(60) NOT NULL, 
	number INTEGER NOT NULL, 
	at FLOAT NOT NULL, 
	person VARCHAR(60) NOT NULL, 
	command VARCHAR(64) NOT NULL, 
	deeds TEXT NOT NULL, 
	PRIMARY KEY (table_id, number)
);
INSERT INTO "log" VALUES('XpAhIBOaC-eTMSVFvb_Dr-FR',1,1.79499001227442049979e+09,'person-2','qbJMarFLy6qX','[{"type":"Seated","seat":1,"chair":{"people":["person-2"],"name":"Bob","turns":1}}]');
INSERT INTO "log" VALUES('XpAhIBOaC-eTMSVFvb_Dr-FR',2,1.79499001233572745323e+09,'person-1','4GV-zs4D4sKU','[{"type":"NonceGiven","seat":0,"nonce":"mine"}]');
INSERT INTO "log" VALUES('XpAhIBOaC-eTMSVFvb_Dr-FR',3,1.79499001233975601196e+09,'person-1','nuWx64JW-YCh','[{"type":"Begun"}]');
INSERT INTO "log" VALUES('XpAhIBOaC-eTMSVFvb_Dr-FR',4,1.79499001235005736353e+09,'person-1','lb7QyPQQ3a62','[{"type":"Played","seat":0,"action":21}]');
INSERT INTO "log" VALUES('XpAhIBOaC-eTMSVFvb_Dr-FR',5,1.79499001236249065404e+09,'person-2','A6b5TaoMqHwV','[{"type":"Said","person":"person-2","name":"Bob","seat":null,"text":"Grüße, ''Ann''","preset":""}]');
INSERT INTO "log" VALUES('XpAhIBOaC-eTMSVFvb_Dr-FR',6,1.79499001236446595192e+09,'person-1','D4v3yugZZ79y','[{"type":"TookBack","seat":0,"steps":1}]');
INSERT INTO "log" VALUES('XpAhIBOaC-eTMSVFvb_Dr-FR',7,1.79499001236806678769e+09,'person-1','HAh4xeOaldRS','[{"type":"Played","seat":0,"action":24}]');
INSERT INTO "log" VALUES('XpAhIBOaC-eTMSVFvb_Dr-FR',8,1.79499001241092276575e+09,'person-2','E8hCK5G3taL0','[{"type":"Seated","seat":1,"chair":{"people":["person-2"],"name":"Bob","bot":"random","turns":1}},{"type":"SeatChanged","seat":1,"player":"random"}]');
INSERT INTO "log" VALUES('XpAhIBOaC-eTMSVFvb_Dr-FR',9,1.7949900124276030064e+09,'','','[{"type":"Played","seat":1,"action":124}]');
INSERT INTO "log" VALUES('XpAhIBOaC-eTMSVFvb_Dr-FR',10,1.79499001243628931046e+09,'person-2','0gyZ7gV9DBaK','[{"type":"Seated","seat":1,"chair":{"people":["person-2"],"name":"Bob","turns":1}},{"type":"SeatChanged","seat":1,"player":"Bob"}]');
INSERT INTO "log" VALUES('lo0Y4-LZluw7Hv-qrKesTVtp',1,1.7949900124592170715e+09,'person-1','ikSSOVcJ8UFo','[{"type":"Begun"}]');
INSERT INTO "log" VALUES('lo0Y4-LZluw7Hv-qrKesTVtp',2,1.79499001246027040483e+09,'person-1','yRoqb6uAd4K4','[{"type":"Played","seat":0,"action":2}]');
INSERT INTO "log" VALUES('lo0Y4-LZluw7Hv-qrKesTVtp',3,1.7949900124626481533e+09,'','','[{"type":"Played","seat":1,"action":1},{"type":"Happened","outcome":10}]');
INSERT INTO "log" VALUES('lo0Y4-LZluw7Hv-qrKesTVtp',4,1.79499001246486282346e+09,'person-1','Krf6qDuF0S0u','[{"type":"Played","seat":0,"action":22}]');
INSERT INTO "log" VALUES('lo0Y4-LZluw7Hv-qrKesTVtp',5,1.79499001246580028529e+09,'person-1','nyZIG_65L4Ax','[{"type":"Played","seat":0,"action":15},{"type":"Happened","outcome":1}]');
INSERT INTO "log" VALUES('lo0Y4-LZluw7Hv-qrKesTVtp',6,1.79499001247081923487e+09,'','','[{"type":"Played","seat":1,"action":5},{"type":"Happened","outcome":11}]');
INSERT INTO "log" VALUES('lo0Y4-LZluw7Hv-qrKesTVtp',7,1.79499001247319126123e+09,'person-1','V6VR21eGlRDJ','[{"type":"Played","seat":0,"action":25}]');
INSERT INTO "log" VALUES('lo0Y4-LZluw7Hv-qrKesTVtp',8,1.79499001247428894038e+09,'person-1','Q4eJ9gEggW_d','[{"type":"Played","seat":0,"action":18}]');
INSERT INTO "log" VALUES('lo0Y4-LZluw7Hv-qrKesTVtp',9,1.79499001249367213248e+09,'person-1','pmbgwOx2geHL','[{"type":"Rematched","table":"u90dUSypG1q0y4kk8fP7vGMk"}]');
CREATE TABLE mutes (
	table_id VARCHAR(60) NOT NULL, 
	person VARCHAR(60) NOT NULL, 
	muted VARCHAR(40) NOT NULL, 
	PRIMARY KEY (table_id, person, muted)
);
INSERT INTO "mutes" VALUES('XpAhIBOaC-eTMSVFvb_Dr-FR','person-1','KQKx8hxG-LQN');
CREATE TABLE outages (
	began FLOAT NOT NULL, 
	ended FLOAT NOT NULL, 
	PRIMARY KEY (began)
);
CREATE TABLE results (
	table_id VARCHAR(60) NOT NULL, 
	game VARCHAR(60) NOT NULL, 
	at FLOAT NOT NULL, 
	places TEXT NOT NULL, 
	PRIMARY KEY (table_id)
);
CREATE TABLE sessions (
	digest VARCHAR(64) NOT NULL, 
	account VARCHAR(60) NOT NULL, 
	began FLOAT NOT NULL, 
	PRIMARY KEY (digest)
);
CREATE TABLE settings (
	name VARCHAR(60) NOT NULL, 
	value BLOB NOT NULL, 
	PRIMARY KEY (name)
);
CREATE TABLE sitting (
	person VARCHAR(60) NOT NULL, 
	table_id VARCHAR(60) NOT NULL, 
	PRIMARY KEY (person, table_id)
);
INSERT INTO "sitting" VALUES('person-1','YDG2S-fPcYLSRFPKcbz9WMEF');
INSERT INTO "sitting" VALUES('person-1','XpAhIBOaC-eTMSVFvb_Dr-FR');
INSERT INTO "sitting" VALUES('person-2','XpAhIBOaC-eTMSVFvb_Dr-FR');
INSERT INTO "sitting" VALUES('person-1','lo0Y4-LZluw7Hv-qrKesTVtp');
INSERT INTO "sitting" VALUES('person-1','u90dUSypG1q0y4kk8fP7vGMk');
CREATE TABLE tables (
	id VARCHAR(60) NOT NULL, 
	opened FLOAT NOT NULL, 
	game VARCHAR(60) NOT NULL, 
	listed BOOLEAN NOT NULL, 
	over BOOLEAN NOT NULL, 
	opening TEXT NOT NULL, 
	seed BLOB NOT NULL, host VARCHAR(60) DEFAULT '' NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "tables" VALUES('YDG2S-fPcYLSRFPKcbz9WMEF',1.79499001223917698855e+09,'starry-sky',1,0,'{"setup":{"game":"starry-sky","rules":1,"options":{"players":3,"erasing":false,"sky":"220,120 169,248 144,151 219,233 52,74 159,30 13,55 273,120 75,216 258,70 232,42 12,168"},"digest":"fc42ff2264fd67fe271ac8e29345ae1021dabccc691acabea84bca3402aff70c","components":null},"chosen":{},"host":"person-1","house":{"listed":true,"take_backs":"agreed","hints":false,"chat":"open","late":true,"clock":{"kind":"none"},"rated":true},"chairs":[{"people":["person-1"],"name":"Ann"},{},{"bot":"random"}],"before":""}',X'F9062EFAB18109222F215D714F396A5FD7A96BD53E086EB3584C4F3D78259BAB','person-1');
INSERT INTO "tables" VALUES('XpAhIBOaC-eTMSVFvb_Dr-FR',1.79499001226476597782e+09,'tri-trac',0,0,'{"setup":{"game":"tri-trac","rules":1,"options":{"players":2,"turn_limit":200},"digest":"78f694927cf1e37224cdf36c84ee2808e5d08148c0c9df43a46093f1d25184d7","components":null},"chosen":{},"host":"person-1","house":{"listed":false,"take_backs":"agreed","hints":true,"chat":"open","late":true,"clock":{"kind":"none"},"rated":true},"chairs":[{"people":["person-1"],"name":"Ann"},{}],"before":""}',X'7F7C4A449D0FD8895C0A952889BAECF37F94779E4BCD4DD6BD92ABEA0E5EC5CF','person-1');
INSERT INTO "tables" VALUES('lo0Y4-LZluw7Hv-qrKesTVtp',1.79499001228876447675e+09,'star-runners',0,1,'{"setup":{"game":"star-runners","rules":1,"options":{"players":2,"homes":"guarded","turn_limit":3},"digest":"089cea8b34c9c7714602f67420167b0e687ac2f3691edff0a19723d9d3ae3bb2","components":null},"chosen":{"turn_limit":3},"host":"person-1","house":{"listed":false,"take_backs":"agreed","hints":false,"chat":"open","late":true,"clock":{"kind":"none"},"rated":true},"chairs":[{"people":["person-1"],"name":"Ann"},{"bot":"random"}],"before":""}',X'4AB5F516AB82D66F4DF10BF33AC7E318E8B607FBC4CB92708BBB63FE0B4672C7','person-1');
INSERT INTO "tables" VALUES('u90dUSypG1q0y4kk8fP7vGMk',1.79499001249364852905e+09,'star-runners',0,0,'{"setup":{"game":"star-runners","rules":1,"options":{"players":2,"homes":"guarded","turn_limit":3},"digest":"089cea8b34c9c7714602f67420167b0e687ac2f3691edff0a19723d9d3ae3bb2","components":null},"chosen":{"turn_limit":3},"host":"person-1","house":{"listed":false,"take_backs":"agreed","hints":false,"chat":"open","late":true,"clock":{"kind":"none"},"rated":true},"chairs":[{"people":["person-1"],"name":"Ann"},{"bot":"random"}],"before":"lo0Y4-LZluw7Hv-qrKesTVtp"}',X'E5849C4A52BC295B7640B7CB4A570EC24BDA46A4D78F3AEC992020BE17B4A07B','person-1');
CREATE INDEX tables_in_lobby ON tables (over, listed, opened);
CREATE INDEX tables_of_host ON tables (host, over);
CREATE INDEX sitting_at ON sitting (table_id);
CREATE INDEX sessions_of ON sessions (account);
CREATE INDEX claimed_by ON claimed (account);
CREATE INDEX results_of_game ON results (game, at);
CREATE INDEX due_at ON due (at);
COMMIT;
