BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE log (
	table_id VARCHAR(60) NOT NULL, 
	number INTEGER NOT NULL, 
	at FLOAT NOT NULL, 
	person VARCHAR(60) NOT NULL, 
	command VARCHAR(64) NOT NULL, 
	deeds TEXT NOT NULL, 
	PRIMARY KEY (table_id, number)
);
INSERT INTO "log" VALUES('K7PnR24pa3MgeY6W5gxzTG5b',1,1794815169.94546,'person-2','MElkHPWHk3vR','[{"type":"Seated","seat":1,"chair":{"people":["person-2"],"name":"Bob","turns":1}}]');
INSERT INTO "log" VALUES('K7PnR24pa3MgeY6W5gxzTG5b',2,1.79481516998705768585e+09,'person-1','6yJFJsaBjiAc','[{"type":"NonceGiven","seat":0,"nonce":"mine"}]');
INSERT INTO "log" VALUES('K7PnR24pa3MgeY6W5gxzTG5b',3,1.79481516998857140538e+09,'person-1','YaqyEJeo7ZdW','[{"type":"Begun"}]');
INSERT INTO "log" VALUES('K7PnR24pa3MgeY6W5gxzTG5b',4,1.79481516999071478838e+09,'person-1','muLCf6ENgPal','[{"type":"Played","seat":0,"action":21}]');
INSERT INTO "log" VALUES('K7PnR24pa3MgeY6W5gxzTG5b',5,1.79481516999716138836e+09,'person-2','0-7IfjKkJF5v','[{"type":"Said","person":"person-2","name":"Bob","seat":null,"text":"Grüße, ''Ann''","preset":""}]');
INSERT INTO "log" VALUES('K7PnR24pa3MgeY6W5gxzTG5b',6,1.79481516999833083146e+09,'person-1','eXocDUqLh5Bp','[{"type":"TookBack","seat":0,"steps":1}]');
INSERT INTO "log" VALUES('K7PnR24pa3MgeY6W5gxzTG5b',7,1.79481517000001549724e+09,'person-1','0tqXTGfKrnuS','[{"type":"Played","seat":0,"action":24}]');
INSERT INTO "log" VALUES('K7PnR24pa3MgeY6W5gxzTG5b',8,1.79481517001315093043e+09,'person-2','oMQjRUzn9F2U','[{"type":"Seated","seat":1,"chair":{"people":["person-2"],"name":"Bob","bot":"random","turns":1}},{"type":"SeatChanged","seat":1,"player":"random"}]');
INSERT INTO "log" VALUES('K7PnR24pa3MgeY6W5gxzTG5b',9,1.79481517001970481868e+09,'','','[{"type":"Played","seat":1,"action":90}]');
INSERT INTO "log" VALUES('K7PnR24pa3MgeY6W5gxzTG5b',10,1.79481517002235937117e+09,'person-2','IAnHBvY92TG-','[{"type":"Seated","seat":1,"chair":{"people":["person-2"],"name":"Bob","turns":1}},{"type":"SeatChanged","seat":1,"player":"Bob"}]');
INSERT INTO "log" VALUES('HpB6p4ZV9wTkWzXTJKgVPlNR',1,1.79481517003514051437e+09,'person-1','AgghZ2zr8_dg','[{"type":"Begun"}]');
INSERT INTO "log" VALUES('HpB6p4ZV9wTkWzXTJKgVPlNR',2,1.79481517003658485416e+09,'person-1','MT7DKvqbGXM0','[{"type":"Played","seat":0,"action":2}]');
INSERT INTO "log" VALUES('HpB6p4ZV9wTkWzXTJKgVPlNR',3,1.79481517004137134559e+09,'','','[{"type":"Played","seat":1,"action":1},{"type":"Happened","outcome":1}]');
INSERT INTO "log" VALUES('HpB6p4ZV9wTkWzXTJKgVPlNR',4,1.7948151700431747436e+09,'person-1','HWn3JyYXVwMU','[{"type":"Played","seat":0,"action":15},{"type":"Happened","outcome":16}]');
INSERT INTO "log" VALUES('HpB6p4ZV9wTkWzXTJKgVPlNR',5,1.79481517004532217978e+09,'','','[{"type":"Played","seat":1,"action":5},{"type":"Happened","outcome":7}]');
INSERT INTO "log" VALUES('HpB6p4ZV9wTkWzXTJKgVPlNR',6,1.79481517004882049556e+09,'person-1','8XXVN-9IEPW-','[{"type":"Played","seat":0,"action":22}]');
INSERT INTO "log" VALUES('HpB6p4ZV9wTkWzXTJKgVPlNR',7,1.79481517005022931103e+09,'person-1','b9VeT57IMai8','[{"type":"Played","seat":0,"action":8}]');
INSERT INTO "log" VALUES('HpB6p4ZV9wTkWzXTJKgVPlNR',8,1.79481517005588197708e+09,'person-1','W5PNju2ZgRUz','[{"type":"Rematched","table":"OJJmnWFGatwZ4Ub_QEORBuCr"}]');
CREATE TABLE mutes (
	table_id VARCHAR(60) NOT NULL, 
	person VARCHAR(60) NOT NULL, 
	muted VARCHAR(40) NOT NULL, 
	PRIMARY KEY (table_id, person, muted)
);
INSERT INTO "mutes" VALUES('K7PnR24pa3MgeY6W5gxzTG5b','person-1','I62Kn4KoT6m-');
CREATE TABLE settings (
	name VARCHAR(60) NOT NULL, 
	value BLOB NOT NULL, 
	PRIMARY KEY (name)
);
CREATE TABLE tables (
	id VARCHAR(60) NOT NULL, 
	opened FLOAT NOT NULL, 
	game VARCHAR(60) NOT NULL, 
	listed BOOLEAN NOT NULL, 
	over BOOLEAN NOT NULL, 
	opening TEXT NOT NULL, 
	seed BLOB NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "tables" VALUES('XTKpo87Jt7AhJwDLqFSS3FNC',1.79481516992581248285e+09,'starry-sky',1,0,'{"setup":{"game":"starry-sky","rules":1,"options":{"players":3,"erasing":false,"sky":"145,260 115,164 36,23 176,41 288,28 281,82 59,233 240,218 35,215 235,132 229,169 15,178"},"digest":"fc42ff2264fd67fe271ac8e29345ae1021dabccc691acabea84bca3402aff70c","components":null},"chosen":{},"host":"person-1","house":{"listed":true,"take_backs":"agreed","hints":false,"chat":"open","late":true},"chairs":[{"people":["person-1"],"name":"Ann"},{},{"bot":"random"}],"before":""}',X'74F56CCBE6A1926359830E4F059C567F849B50F7DA5C7E6FB2E7846663E60002');
INSERT INTO "tables" VALUES('K7PnR24pa3MgeY6W5gxzTG5b',1.79481516994101667405e+09,'tri-trac',0,0,'{"setup":{"game":"tri-trac","rules":1,"options":{"players":2,"turn_limit":200},"digest":"78f694927cf1e37224cdf36c84ee2808e5d08148c0c9df43a46093f1d25184d7","components":null},"chosen":{},"host":"person-1","house":{"listed":false,"take_backs":"agreed","hints":true,"chat":"open","late":true},"chairs":[{"people":["person-1"],"name":"Ann"},{}],"before":""}',X'8076E6A3AF9CCF892F55C64EE8637E62C13DE40E649DCA3C122F4C5B46E4F679');
INSERT INTO "tables" VALUES('HpB6p4ZV9wTkWzXTJKgVPlNR',1.79481516996252894397e+09,'star-runners',0,1,'{"setup":{"game":"star-runners","rules":1,"options":{"players":2,"homes":"guarded","turn_limit":3},"digest":"089cea8b34c9c7714602f67420167b0e687ac2f3691edff0a19723d9d3ae3bb2","components":null},"chosen":{"turn_limit":3},"host":"person-1","house":{"listed":false,"take_backs":"agreed","hints":false,"chat":"open","late":true},"chairs":[{"people":["person-1"],"name":"Ann"},{"bot":"random"}],"before":""}',X'2F6BF1F3B249A0597475AE22D13B82D8CC298BC0D1CBC14FFFF53AC79FFBF191');
INSERT INTO "tables" VALUES('OJJmnWFGatwZ4Ub_QEORBuCr',1.79481517005486249918e+09,'star-runners',0,0,'{"setup":{"game":"star-runners","rules":1,"options":{"players":2,"homes":"guarded","turn_limit":3},"digest":"089cea8b34c9c7714602f67420167b0e687ac2f3691edff0a19723d9d3ae3bb2","components":null},"chosen":{"turn_limit":3},"host":"person-1","house":{"listed":false,"take_backs":"agreed","hints":false,"chat":"open","late":true},"chairs":[{"people":["person-1"],"name":"Ann"},{"bot":"random"}],"before":"HpB6p4ZV9wTkWzXTJKgVPlNR"}',X'91A3DD9CFCED84E4994545CFFB63AF8C0199B3E0FAEAAC0A2E91B7C1B2264436');
CREATE INDEX tables_in_lobby ON tables (over, listed, opened);
COMMIT;
