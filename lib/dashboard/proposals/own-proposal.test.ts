import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { clearDashboardState, pointAtService, signInAs } from "../testing/dashboard-state";
import { type FaultServer, json, startFaultServer } from "../testing/fault-server";
import { isAuthor, isOwnProposal, isSamePerson } from "./own-proposal";
import type { Author } from "./proposal";

const by = (subject: string, email: string | null = null): Author => ({ subject, name: subject, email });

describe("a proposal is an admin's own", () => {
	test.each<[string, Author, Author]>([
		["the same user, whatever the address", by("auth0|1", "a@x.example"), by("auth0|1", "b@x.example")],
		["another user of the same address", by("auth0|1", "ann@x.example"), by("google-oauth2|2", "ann@x.example")],
		["an address in another case", by("auth0|1", "Ann@X.example"), by("auth0|2", " ann@x.EXAMPLE ")],
		["an address with a tag", by("auth0|1", "ann+admin@x.example"), by("auth0|2", "ann@x.example")],
		[
			"letters that are composed otherwise",
			by("auth0|1", "anne\u0301@x.example"),
			by("auth0|2", "ann\u00e9@x.example"),
		],
		["wide letters", by("auth0|1", "ａnn@x.example"), by("auth0|2", "ann@x.example")],
		["the maker of the token", { ...by("auth0|1"), token: { id: "t", name: "CI" } }, by("auth0|1")],
	])("%s", (_, author, admin) => {
		expect(isOwnProposal(author, admin)).toBe(true);
		expect(isOwnProposal(admin, author)).toBe(true);
	});

	test.each<[string, Author, Author]>([
		["other users", by("auth0|1", "ann@x.example"), by("auth0|2", "bo@x.example")],
		["users without addresses", by("auth0|1"), by("auth0|2")],
		["another host", by("auth0|1", "ann@x.example"), by("auth0|2", "ann@y.example")],
		["empty addresses", by("auth0|1", ""), by("auth0|2", "")],
		["tags alone", by("auth0|1", "+a@x.example"), by("auth0|2", "+b@x.example")],
	])("not of %s", (_, author, admin) => expect(isOwnProposal(author, admin)).toBe(false));
});

test("its author is who has the same ID, whatever the address", () => {
	expect(isAuthor(by("auth0|1", "a@x.example"), by("auth0|1", "b@x.example"))).toBe(true);
	expect(isAuthor(by("auth0|1", "ann@x.example"), by("auth0|2", "ann@x.example"))).toBe(false);
});

describe("two accounts are of one person by the tenant's records", () => {
	let service: FaultServer;
	let users: Record<string, Record<string, unknown> | number>;
	beforeEach(async () => {
		service = await startFaultServer();
		users = {};
		service.handle = ({ url }, response) => {
			const id = decodeURIComponent(new URL(url, service.address).pathname.split("/").at(-1) ?? "");
			const user = users[id] ?? 404;
			if (typeof user === "number") return json(response, user, { statusCode: user, message: "no" });
			json(response, 200, { user_id: id, ...user });
		};
		await pointAtService(service.address);
		signInAs("editor");
	});
	afterEach(async () => {
		await clearDashboardState();
		await service.close();
	});

	const linked = (provider: string, user_id: string | number, email?: string) => ({
		identities: [
			{ provider: "auth0", user_id: "1", connection: "Users" },
			{ provider, user_id, connection: provider, ...(email && { profileData: { email } }) },
		],
	});

	test.each<[string, typeof users, string, string]>([
		["one was linked to the other since", { "auth0|1": linked("google-oauth2", "2") }, "google-oauth2|2", "auth0|1"],
		["a linked account has the address", { "auth0|1": linked("github", "3", "ann@x.example") }, "auth0|2", "auth0|1"],
		["the linked account has a number", { "auth0|1": linked("github", 1234567) }, "github|1234567", "auth0|1"],
		["the records have one address", { "auth0|1": { email: "Ann@x.example" } }, "auth0|2", "auth0|1"],
		[
			"both were linked to a third",
			{ "auth0|1": linked("samlp", "corp|7"), "auth0|5": linked("samlp", "corp|7") },
			"auth0|5",
			"auth0|1",
		],
	])("%s", async (_, given, author, admin) => {
		users = { "auth0|2": { email: "ann@x.example" }, ...given };
		expect(await isSamePerson(by(author), by(admin))).toBe(true);
		expect(await isSamePerson(by(admin), by(author))).toBe(true);
	});

	test("others are not, nor where the records may not be read or are gone", async () => {
		users = { "auth0|1": { email: "ann@x.example" }, "auth0|2": { email: "bo@x.example" }, "auth0|3": 403 };
		expect(await isSamePerson(by("auth0|1"), by("auth0|2"))).toBe(false);
		expect(await isSamePerson(by("auth0|1"), by("auth0|3"))).toBe(false);
		expect(await isSamePerson(by("auth0|1"), by("auth0|4"))).toBe(false);
		expect(await isSamePerson(by("auth0|3", "ann@x.example"), by("auth0|1"))).toBe(true);
	});

	test("it is not decided while a record can't be read", async () => {
		users = { "auth0|1": {}, "auth0|2": 503, "auth0|3": { user_id: 3 } };
		await expect(isSamePerson(by("auth0|1"), by("auth0|2"))).rejects.toMatchObject({ kind: "unavailable" });
		await expect(isSamePerson(by("auth0|1"), by("auth0|3"))).rejects.toMatchObject({ kind: "not-understood" });
	});
});
