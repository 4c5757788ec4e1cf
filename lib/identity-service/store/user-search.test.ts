import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { planOf, recordQueries, unindexedSteps } from "@/lib/database/testing/record-queries";
import { parseUserSearch } from "../management/users";
import { sampleMoment } from "../sample-tenant/derived";
import { userRow } from "../sample-tenant/users";
import { inventedUser } from "../testing/invented-data";
import { describeOnEachEngine, type TestTenant } from "../testing/test-tenant";
import type { IdentityServiceSchema, UserTable } from "./schema";
import { searchUsers } from "./user-search";
import { indexUsers } from "./user-words";
import { findUsers } from "./users";

const NAMES = [
	...["José Núñez Ibáñez", "Zoë Brontë", "Łukasz Żółw", "Øystein Ågård", "Þórdís Guðmundsdóttir", "Jürgen Groß"],
	...["Agnieszka Dąbrowska", "Đặng Thị Mỹ Hạnh", "İpek Işık", "Seán Ó Faoláin", "Čeněk Říha", "Ñusta Quispe"],
	...["Renée d’Août", "Anna-Lena Müller-Lüdenscheidt", "Siobhán O'Connor", "Iñaki Etxeberría", "Eŭgeno Ĵaŭdo"],
	...["Μαρία Παπαδοπούλου", "Γιώργος Σίσυφος", "Ελένη Ωνάση", "Θεόδωρος Άγγελος"],
	...["Олена Шевчук", "Фёдор Достоевский", "Ђорђе Ћосић", "Айгерім Қасымова", "Ґалаґан Їжак", "Билгүүн Өлзий"],
	...["ليلى حداد", "محمد الأمين", "فاطمة الزهراء", "گلناز پژمان", "علی‌رضا کیانی"],
	...["דוד כהן", "שָׂרָה לֵוִי", "רבקה בן־גוריון"],
	...["प्रिया शर्मा", "कृष्ण द्विवेदी", "অনির্বাণ চক্রবর্তী", "கார்த்திக் சுப்பிரமணியன்", "గోపాల్ రెడ్డి", "ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ"],
	...["สมชาย ใจดี", "น้ำฝน ศรีสุข", "ສົມພອນ ວົງສາ", "ကျော် မြင့်", "សុភា ចាន់"],
	...["田中 由紀", "山田太郎", "王小明", "歐陽 娜娜", "すずき はなこ", "ガルシア ペドロ"],
	...["김민수", "박 서연", "Nguyễn Văn Đức"],
	...["გიორგი ბერიძე", "Արամ Խաչատրյան", "አበበ ቢቂላ"],
	...["Sam 🚗 Driver", "👩‍👩‍👧 Familie", "Robin e\u0301toile\u0323", "\u212bngström Ohm"],
];

/** Of the query syntax as the console uses it. */
function anyWord(word: string): string {
	const text = word.replace(/[+\-!(){}[\]^"~*?:\\/&|<>=]/g, "\\$&");
	return Array.from(word.normalize("NFC")).length < 3 ? `name:${text}* OR name:*\\ ${text}*` : `name:*${text}*`;
}

describeOnEachEngine("a search of users", (open) => {
	let tenant: TestTenant;
	beforeAll(async () => {
		tenant = await open();
	});
	afterAll(() => tenant.close());

	async function find(query: string, limit = 100): Promise<string[]> {
		const { database } = tenant.service;
		const ids = await searchUsers(database, parseUserSearch(query), limit);
		return (await findUsers(database, ids)).map(({ name }) => name);
	}

	/** Adds users, whose other values are empty, as every writer does. */
	async function add(...users: (Partial<UserTable> & { name: string })[]): Promise<void> {
		const empty = { email: null, email_key: null, given_name: null, family_name: null, nickname: null };
		const rows = users.map((user) => ({
			...userRow(sampleMoment(tenant.service), inventedUser(0)),
			...empty,
			user_id: `auth0|${user.name}`,
			name_key: user.name.toLowerCase(),
			connection: "acme",
			...user,
		}));
		await tenant.service.database.transaction().execute(async (transaction) => {
			await transaction.insertInto("users").values(rows).execute();
			await indexUsers(transaction, rows);
		});
	}

	it("finds sixty names of many scripts by the beginning of each word, composed or not, in any case", async () => {
		expect(NAMES.length).toBeGreaterThanOrEqual(60);
		await add(...NAMES.map((name) => ({ name })));
		for (const name of NAMES) {
			// One letter after a space is less than a wildcard can be followed by.
			for (const word of name.split(" ").filter((each) => Array.from(each.normalize("NFC")).length > 1)) {
				const begun = Array.from(word.normalize("NFC")).slice(0, 4).join("");
				for (const typed of [word, begun, word.normalize("NFD"), word.toUpperCase(), word.toLowerCase()])
					expect(await find(anyWord(typed)), typed).toContain(name);
			}
		}
		expect(await find("name:*strasse*")).toEqual([]);
		expect(await find(anyWord("GROSS"))).toEqual(["Jürgen Groß"]);
		// Letters without their diacritics are other letters, as they are to the vendor.
		expect(await find(anyWord("brote"))).toEqual([]);
		expect(await find(anyWord("bronte"))).toEqual([]);
	});

	it("finds by each value of a user, with regard to case in user names, phone numbers and IDs", async () => {
		const values = { given_name: "Gwendolyn", family_name: "Fairfax", nickname: "the Hon", username: "GwenF" };
		await add({
			name: "Found",
			user_id: "auth0|Ident",
			...values,
			email: "gwen.fairfax@mail.example.net",
			email_key: null,
		});
		await tenant.service.database.transaction().execute(async (transaction) => {
			const phone = { phone_number: "+4915112345678", user_id: "auth0|Ident" };
			await transaction.insertInto("user_phones").values(phone).execute();
			const user = await transaction.selectFrom("users").selectAll().where("name", "=", "Found").execute();
			await indexUsers(transaction, user);
		});
		const finding = ["given_name:gwen*", "family_name:*AIRF*", "nickname:*hon", 'nickname:"The Hon"', "username:Gwen*"];
		const byAddress = ["email:*fairfax*", "email:*@mail*", "email:*example.net", "email:*MAIL.ex*"];
		const others = ["phone_number:\\+49151*", "phone_number:*345678", "user_id:auth0|Ident", "user_id:*Ident", "GwenF"];
		for (const query of [...finding, ...byAddress, ...others]) expect(await find(query), query).toEqual(["Found"]);
		for (const query of ["username:gwen*", "user_id:auth0|ident", "given_name:dolyn*", "email:fairfax*"])
			expect(await find(query), query).toEqual([]);
	});

	it("joins conditions by AND, OR, NOT and parentheses", async () => {
		await add({ name: "Quill Ash" }, { name: "Quill Birch" }, { name: "Quill Cedar" }, { name: "Other Cedarq" });
		expect(await find("name:quill* AND NOT name:*birch*")).toEqual(["Quill Ash", "Quill Cedar"]);
		expect(await find("name:quill* AND (name:*cedar OR name:*ash)")).toEqual(["Quill Cedar", "Quill Ash"]);
		expect(await find("(name:quill* AND name:*ash) OR name:*cedarq")).toEqual(["Quill Ash", "Other Cedarq"]);
		expect(await find("name:*quill\\ a*")).toEqual(["Quill Ash"]);
		expect(await find("NOT (email:* OR name:*) AND name:quill*")).toEqual([]);
	});

	it("lists those in whom a word begins with the text before the others, each once, by name", async () => {
		await add(...["Terzorbal Zed", "Zed Zorb", "Zorb Zed Zorbette", "Azorb Zed"].map((name) => ({ name })));
		expect(await find("name:*zorb*")).toEqual(["Zed Zorb", "Zorb Zed Zorbette", "Azorb Zed", "Terzorbal Zed"]);
	});

	it("finds a user by new values only, and none that is deleted", async () => {
		await add({ name: "Xanthe Before" });
		const { database } = tenant.service;
		const change = (name: string) =>
			database.transaction().execute(async (transaction) => {
				await transaction.updateTable("users").set({ name }).where("user_id", "=", "auth0|Xanthe Before").execute();
				const users = await transaction.selectFrom("users").selectAll().where("name", "=", name).execute();
				await indexUsers(transaction, users);
			});
		await change("Xanthe After");
		expect(await find("name:*before*")).toEqual([]);
		expect(await find("name:*after*")).toEqual(["Xanthe After"]);
		await database.deleteFrom("users").where("name", "=", "Xanthe After").execute();
		expect(await find("name:*xanthe*")).toEqual([]);
		const left = database.selectFrom("user_words").selectAll().where("user_id", "=", "auth0|Xanthe Before");
		expect(await left.execute()).toEqual([]);
	});

	describe("among thousands", () => {
		const COUNT = 1_500;
		beforeAll(async () => {
			const users = Array.from({ length: COUNT }, (_, index) => ({
				name: `Common Crowd ${String(index).padStart(4, "0")}`,
			}));
			for (let start = 0; start < COUNT; start += 300) await add(...users.slice(start, start + 300));
		});

		const FOUR_FIELDS = ["name", "email", "nickname", "username"];

		it.each([
			["a common word", "name:*crowd*", 10],
			["a common word and a rare one", "(name:*common* OR email:*common*) AND name:*1499*", 10],
			["a rare word and a common one", "name:*1499* AND name:*crowd*", 10],
			["two words as one value", "name:*common\\ crowd\\ 1499*", 10],
			["two words in any of four values", FOUR_FIELDS.map((field) => `${field}:*crowd\\ 1499*`).join(" OR "), 10],
			["none", "name:*nobody* AND name:*crowd*", 10],
			["all", "name:*", 10],
			["all but a few", "NOT name:*1499*", 10],
		])("reads a few rows of an index for %s", async (_, query, limit) => {
			const { database, take, rowsRead } = recordQueries<IdentityServiceSchema>(tenant.service.database);
			await searchUsers(database, parseUserSearch(query), limit);
			expect(rowsRead()).toBeLessThan(3 * limit);
			const statements = take();
			expect(statements.length).toBeLessThan(15);
			for (const statement of statements) {
				const steps = unindexedSteps(await planOf(tenant.service.database, statement));
				// Of a bounded part that an index has selected.
				expect(
					steps.filter((step) => step !== "SCAN some"),
					statement.sql,
				).toEqual([]);
			}
		});

		describe("of two common words", () => {
			const GIVEN = ["Adax", "Bodax", "Cydax", "Dedax"];
			const FAMILY = ["Amol", "Bemol", "Cumol", "Demol", "Demolition"];
			beforeAll(async () => {
				// "Adax" is no one's name together with "Cumol".
				const pairs = GIVEN.flatMap((given) => FAMILY.map((family) => [given, family] as const));
				const names = pairs.filter(([given, family]) => given !== "Adax" || family !== "Cumol");
				const users = names.flatMap(([given, family], pair) =>
					Array.from({ length: 60 }, (_, index) => ({
						name: `${given} ${family}`,
						user_id: `auth0|${pair} ${index}`,
						// Some have the words in another value as well, or only there.
						email: `${index % 3 === 0 ? family : "x"}.${given}.${index}@mail.test`.toLowerCase(),
						nickname: index % 7 === 0 ? "demol" : null,
					})),
				);
				for (let start = 0; start < users.length; start += 300) await add(...users.slice(start, start + 300));
			});

			it("passes over what only one of them has", async () => {
				const { database, rowsRead } = recordQueries<IdentityServiceSchema>(tenant.service.database);
				const search = parseUserSearch("name:*cydax* AND name:*cumol*");
				expect(await searchUsers(database, search, 10)).toHaveLength(10);
				expect(rowsRead()).toBeLessThan(100);
				const none = recordQueries<IdentityServiceSchema>(tenant.service.database);
				const adax = parseUserSearch("(name:adax* OR given_name:*adax*) AND name:*\\ cumol*");
				expect(await searchUsers(none.database, adax, 10)).toEqual([]);
				expect(none.rowsRead()).toBeLessThan(50);
			});

			it.each([
				["(name:*adax* OR email:*adax*) AND (name:*demol* OR nickname:*demol*)"],
				["name:*dax* AND name:*mol*"],
				["(name:*cydax* AND email:*demol*) OR name:*bodax\\ amol* OR nickname:demol"],
				["name:*adax* AND email:*mail* AND nickname:*demol* NOT name:*cumol"],
				["(name:bo* OR name:*\\ be*) AND (name:*demol* OR email:*bemol*)"],
				["name:*demol* AND name:*ydax*"],
			])("finds the same users in the same order, however few are read at a time: %s", async (query) => {
				const { database } = tenant.service;
				const search = parseUserSearch(query);
				const all = await searchUsers(database, search, 5_000);
				expect(all.length).toBeGreaterThan(0);
				for (const limit of [1, 2, 3, 7, 40, 150])
					expect(await searchUsers(database, search, limit), String(limit)).toEqual(all.slice(0, limit));
			});
		});

		it("goes on where the rows before were read, and finds every user once", async () => {
			const found = await find("name:*crowd*", 350);
			expect(new Set(found).size).toBe(350);
			expect(found).toEqual(found.toSorted());
			expect(await find("name:common* NOT name:*crowd\\ 0*", 600)).toHaveLength(COUNT - 1_000);
		});
	});
});
