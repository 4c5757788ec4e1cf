import { expect, it } from "vitest";
import { callsAddress, isChosen, readCallFilter } from "./call-filter";

const columns = [{ sort: { key: "time", of: () => null } }];
const of = (query: string) => readCallFilter(columns, Object.fromEntries(new URLSearchParams(query)));
const call = (method: string, path: string, status: number | null) => ({
	method,
	url: `https://t.example/api/v2${path}`,
	status,
});

it.each([
	["", true],
	["method=PATCH", true],
	["method=GET", false],
	["answer=4xx", true],
	["answer=2xx", false],
	["answer=5xx", false],
	["path=AUTH0|1", true],
	["path=auth0%257C1", true],
	["path=take%3D5", true],
	["path=clients", false],
	["method=PATCH&answer=4xx&path=users", true],
	["method=PATCH&answer=4xx&path=clients", false],
	["method=TRACE&answer=x&reference=nonsense", true],
])("of the filter %j a refused write is one: %s", (query, is) => {
	expect(isChosen(of(query), call("PATCH", "/users/auth0%7C1?take=5", 409))).toBe(is);
});

it("a missing response is a fault and no success", () => {
	const lost = call("GET", "/clients", null);
	expect(["2xx", "4xx", "5xx"].map((kind) => isChosen(of(`answer=${kind}`), lost))).toEqual([false, false, true]);
});

it("is in the URL of the list and of each call, and read from it again", () => {
	const filter = of("method=GET&answer=failed&path=a b&reference=0123abcd&sort=-time");
	const address = callsAddress(filter, "x/1");
	expect(address).toBe("/api-calls/x%2F1?reference=0123abcd&method=GET&answer=failed&path=a+b&sort=-time");
	expect(of(address.split("?")[1] ?? "")).toEqual(filter);
	expect(callsAddress(of(""))).toBe("/api-calls");
});
