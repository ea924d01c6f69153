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
INSERT INTO "alembic_version" VALUES('0002');
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
INSERT INTO "log" VALUES('NlwK5KL-TMXcNr3j45GK910M',1,1.79481681157011604306e+09,'person-2','7U3iR4ABzz1P','[{"type":"Seated","seat":1,"chair":{"people":["person-2"],"name":"Bob","turns":1}}]');
INSERT INTO "log" VALUES('NlwK5KL-TMXcNr3j45GK910M',2,1.79481681159377527232e+09,'person-1','R192dFbItjXy','[{"type":"NonceGiven","seat":0,"nonce":"mine"}]');
INSERT INTO "log" VALUES('NlwK5KL-TMXcNr3j45GK910M',3,1.79481681159506559373e+09,'person-1','Cs1ticZeWBbE','[{"type":"Begun"}]');
INSERT INTO "log" VALUES('NlwK5KL-TMXcNr3j45GK910M',4,1.79481681159706735607e+09,'person-1','00l4ngyG3PQE','[{"type":"Played","seat":0,"action":21}]');
INSERT INTO "log" VALUES('NlwK5KL-TMXcNr3j45GK910M',5,1.79481681159971618658e+09,'person-2','7p-wK2kPEPIK','[{"type":"Said","person":"person-2","name":"Bob","seat":null,"text":"Grüße, ''Ann''","preset":""}]');
INSERT INTO "log" VALUES('NlwK5KL-TMXcNr3j45GK910M',6,1.79481681160094833377e+09,'person-1','Zfr4Z7V87Q8E','[{"type":"TookBack","seat":0,"steps":1}]');
INSERT INTO "log" VALUES('NlwK5KL-TMXcNr3j45GK910M',7,1.79481681160258293148e+09,'person-1','c6CA5i1t5r2q','[{"type":"Played","seat":0,"action":24}]');
INSERT INTO "log" VALUES('NlwK5KL-TMXcNr3j45GK910M',8,1.7948168116145470142e+09,'person-2','-mRob80XnInc','[{"type":"Seated","seat":1,"chair":{"people":["person-2"],"name":"Bob","bot":"random","turns":1}},{"type":"SeatChanged","seat":1,"player":"random"}]');
INSERT INTO "log" VALUES('NlwK5KL-TMXcNr3j45GK910M',9,1.79481681161944413185e+09,'','','[{"type":"Played","seat":1,"action":127}]');
INSERT INTO "log" VALUES('NlwK5KL-TMXcNr3j45GK910M',10,1.79481681162207722668e+09,'person-2','eukDfhfJiI80','[{"type":"Seated","seat":1,"chair":{"people":["person-2"],"name":"Bob","turns":1}},{"type":"SeatChanged","seat":1,"player":"Bob"}]');
INSERT INTO "log" VALUES('W9LOPP2e9ofHdAIZmj-luo6X',1,1.79481681163062286371e+09,'person-1','XJ7Dp_VmmEuv','[{"type":"Begun"}]');
INSERT INTO "log" VALUES('W9LOPP2e9ofHdAIZmj-luo6X',2,1.7948168116320543289e+09,'person-1','dMoQrycz3Vio','[{"type":"Played","seat":0,"action":2}]');
INSERT INTO "log" VALUES('W9LOPP2e9ofHdAIZmj-luo6X',3,1.7948168116338703632e+09,'','','[{"type":"Played","seat":1,"action":0},{"type":"Happened","outcome":7}]');
INSERT INTO "log" VALUES('W9LOPP2e9ofHdAIZmj-luo6X',4,1.79481681163532543182e+09,'person-1','ImC3IgW-HaZr','[{"type":"Played","seat":0,"action":22}]');
INSERT INTO "log" VALUES('W9LOPP2e9ofHdAIZmj-luo6X',5,1.79481681163650584219e+09,'person-1','m-pk9r7zcoTb','[{"type":"Played","seat":0,"action":8},{"type":"Happened","outcome":2}]');
INSERT INTO "log" VALUES('W9LOPP2e9ofHdAIZmj-luo6X',6,1.79481681163824701311e+09,'','','[{"type":"Played","seat":1,"action":4},{"type":"Happened","outcome":12}]');
INSERT INTO "log" VALUES('W9LOPP2e9ofHdAIZmj-luo6X',7,1.79481681164007329937e+09,'','','[{"type":"Played","seat":1,"action":25}]');
INSERT INTO "log" VALUES('W9LOPP2e9ofHdAIZmj-luo6X',8,1794816811.64177,'','','[{"type":"Played","seat":1,"action":5},{"type":"Happened","outcome":4}]');
INSERT INTO "log" VALUES('W9LOPP2e9ofHdAIZmj-luo6X',9,1.79481681164310741425e+09,'person-1','NrwBfY_Bu9rb','[{"type":"Played","seat":0,"action":25}]');
INSERT INTO "log" VALUES('W9LOPP2e9ofHdAIZmj-luo6X',10,1.79481681165244150166e+09,'person-1','ZkmEo0b7WCxt','[{"type":"Rematched","table":"INFdvgcQSvo6YBVRygaByw3H"}]');
CREATE TABLE mutes (
	table_id VARCHAR(60) NOT NULL, 
	person VARCHAR(60) NOT NULL, 
	muted VARCHAR(40) NOT NULL, 
	PRIMARY KEY (table_id, person, muted)
);
INSERT INTO "mutes" VALUES('NlwK5KL-TMXcNr3j45GK910M','person-1','rHv0zEXO3I9a');
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
INSERT INTO "sitting" VALUES('person-1','Zhq-4Wwvts8K-dSlINBdLy-n');
INSERT INTO "sitting" VALUES('person-1','NlwK5KL-TMXcNr3j45GK910M');
INSERT INTO "sitting" VALUES('person-2','NlwK5KL-TMXcNr3j45GK910M');
INSERT INTO "sitting" VALUES('person-1','W9LOPP2e9ofHdAIZmj-luo6X');
INSERT INTO "sitting" VALUES('person-1','INFdvgcQSvo6YBVRygaByw3H');
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
INSERT INTO "tables" VALUES('Zhq-4Wwvts8K-dSlINBdLy-n',1.79481681155151319507e+09,'starry-sky',1,0,'{"setup":{"game":"starry-sky","rules":1,"options":{"players":3,"erasing":false,"sky":"14,54 71,219 283,61 248,20 126,148 88,148 252,284 156,257 74,259 232,217 139,79 230,120"},"digest":"fc42ff2264fd67fe271ac8e29345ae1021dabccc691acabea84bca3402aff70c","components":null},"chosen":{},"host":"person-1","house":{"listed":true,"take_backs":"agreed","hints":false,"chat":"open","late":true,"clock":{"kind":"none"},"rated":true},"chairs":[{"people":["person-1"],"name":"Ann"},{},{"bot":"random"}],"before":""}',X'D3F99588CE1D413F2AE6338BBAC4A148D70D17992E7F0CDC32D08EDE8857AF96','person-1');
INSERT INTO "tables" VALUES('NlwK5KL-TMXcNr3j45GK910M',1.79481681156465721132e+09,'tri-trac',0,0,'{"setup":{"game":"tri-trac","rules":1,"options":{"players":2,"turn_limit":200},"digest":"78f694927cf1e37224cdf36c84ee2808e5d08148c0c9df43a46093f1d25184d7","components":null},"chosen":{},"host":"person-1","house":{"listed":false,"take_backs":"agreed","hints":true,"chat":"open","late":true,"clock":{"kind":"none"},"rated":true},"chairs":[{"people":["person-1"],"name":"Ann"},{}],"before":""}',X'69E8997AA408609F8941D46B1F9EDFCE1C4510D90089DA6EC0F882C9C593A3BE','person-1');
INSERT INTO "tables" VALUES('W9LOPP2e9ofHdAIZmj-luo6X',1.79481681157827377319e+09,'star-runners',0,1,'{"setup":{"game":"star-runners","rules":1,"options":{"players":2,"homes":"guarded","turn_limit":3},"digest":"089cea8b34c9c7714602f67420167b0e687ac2f3691edff0a19723d9d3ae3bb2","components":null},"chosen":{"turn_limit":3},"host":"person-1","house":{"listed":false,"take_backs":"agreed","hints":false,"chat":"open","late":true,"clock":{"kind":"none"},"rated":true},"chairs":[{"people":["person-1"],"name":"Ann"},{"bot":"random"}],"before":""}',X'6132D7CF57B81F39BF245ADD4E3A4CED48A6A521A09A76FFC3AAC49936767D80','person-1');
INSERT INTO "tables" VALUES('INFdvgcQSvo6YBVRygaByw3H',1.7948168116513185501e+09,'star-runners',0,0,'{"setup":{"game":"star-runners","rules":1,"options":{"players":2,"homes":"guarded","turn_limit":3},"digest":"089cea8b34c9c7714602f67420167b0e687ac2f3691edff0a19723d9d3ae3bb2","components":null},"chosen":{"turn_limit":3},"host":"person-1","house":{"listed":false,"take_backs":"agreed","hints":false,"chat":"open","late":true,"clock":{"kind":"none"},"rated":true},"chairs":[{"people":["person-1"],"name":"Ann"},{"bot":"random"}],"before":"W9LOPP2e9ofHdAIZmj-luo6X"}',X'EDA474938E79E4D0AF2C0CDC3995A9E01D8EC0C5787FE7A3AF182A9210DCA9BC','person-1');
CREATE INDEX tables_in_lobby ON tables (over, listed, opened);
CREATE INDEX tables_of_host ON tables (host, over);
CREATE INDEX sitting_at ON sitting (table_id);
CREATE INDEX sessions_of ON sessions (account);
CREATE INDEX claimed_by ON claimed (account);
CREATE INDEX results_of_game ON results (game, at);
COMMIT;
