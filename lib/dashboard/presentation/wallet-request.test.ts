import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { encodeCbor } from "@/lib/mdoc/cbor/encode-cbor";
import { RESPONSE_BYTES_MAX } from "@/lib/mdoc/limits";
import { sealAsWallet } from "@/lib/mdoc/sample/respond-as-wallet";
import { sampleTrustList, unlistedSampleRoot } from "@/lib/mdoc/sample/sample-issuers";
import { isoTranscript } from "@/lib/mdoc/transcript/session-transcript";
import { dashboardConfig, heldConfig } from "../config";
import { dashboardDatabase } from "../store/dashboard-database";
import { clearDashboardState, pointAtService, signInAs } from "../testing/dashboard-state";
import type { PresentationReport } from "./presentation-report";
import { beginWalletRequest, endWalletRequest, type WalletProtocol, type WalletRequestOptions } from "./wallet-request";
import { keyIn, sentOf, TEST_ORIGIN, walletResponse } from "./wallet-response.test-data";

const PROTOCOLS: readonly WalletProtocol[] = ["org-iso-mdoc", "openid4vp-v1-unsigned"];
const NAMES = ["family_name", "age_over_21"];
const options: WalletRequestOptions = {
	templateId: "t",
	requested: { names: NAMES, isRetained: true },
	certificateAuthority: null,
};
const LIFETIME_MS = 10 * 60_000;

async function begin(requested: Partial<WalletRequestOptions> = {}) {
	const { value } = await beginWalletRequest({ ...options, ...requested });
	if (!value) throw new Error("It was not begun.");
	return value;
}

const end = (response: {
	id: string;
	protocol: string;
	data?: unknown;
	templateId?: string;
	isClockStrict?: boolean;
}) => endWalletRequest({ templateId: "t", ...response }, (name) => name);

/** The title of the problem that a response ends with. */
async function problemTitle(response: Parameters<typeof end>[0]): Promise<string | undefined> {
	return (await end(response)).problem?.title;
}

const listedRoot = () =>
	sampleTrustList()
		.map(({ certificate }) => certificate.toString())
		.join("\n");

async function report(response: Parameters<typeof end>[0]): Promise<PresentationReport> {
	const outcome = await end(response);
	if (outcome.problem) throw new Error(`${outcome.problem.title}: ${outcome.problem.message}`);
	return outcome.value.report;
}

async function verdict(response: Parameters<typeof end>[0]) {
	const result = await report(response);
	return [result.verdict, ...result.checks.filter(({ state }) => state === "failed").map(({ name }) => name)];
}

function guarantees(postgres?: string) {
	beforeEach(async () => {
		await pointAtService("http://127.0.0.1:9", postgres);
		signInAs("viewer");
	});
	afterEach(async () => {
		vi.useRealTimers();
		await clearDashboardState();
	});

	test.each(PROTOCOLS)("verifies a wallet's response by %s, with the requested elements", async (protocol) => {
		const begun = await begin();
		const response = walletResponse(begun, protocol, { licence: "whole", names: NAMES });
		const value = await report({ id: begun.id, ...response });
		expect(value.verdict).toBe("verified");
		expect(value.elements.map(({ name, isRetained }) => [name, isRetained])).toEqual(NAMES.map((name) => [name, true]));
		expect(value.session.map(({ text }) => text)).toEqual(expect.arrayContaining([TEST_ORIGIN]));
	});

	test("is new each time: no nonce, key or identifier is used twice", async () => {
		const begun = await Promise.all([begin(), begin(), begin()]);
		const parts = begun.flatMap(({ id, requests }) => [id, ...requests.map(({ data }) => JSON.stringify(data))]);
		expect(new Set(parts).size).toBe(parts.length);
		expect(begun[0]?.requests.map(({ protocol }) => protocol)).toEqual(PROTOCOLS);
	});

	test.each(PROTOCOLS)("accepts one response by %s and no other, not even the same one again", async (protocol) => {
		const begun = await begin();
		const response = { id: begun.id, ...walletResponse(begun, protocol, { licence: "whole", names: NAMES }) };
		const outcomes = await Promise.all([end(response), end(response)]);
		expect(outcomes.map(({ problem }) => problem?.title).sort()).toEqual([
			"No request is waiting for this response",
			undefined,
		]);
		expect(await problemTitle(response)).toBe("No request is waiting for this response");
	});

	test.each(PROTOCOLS)("refuses by %s a response to another request", async (protocol) => {
		const [one, other] = [await begin(), await begin()];
		const response = walletResponse(other, protocol, { licence: "whole", names: NAMES });
		// A response that is not encrypted to the key of the request can't even be decrypted.
		if (protocol === "org-iso-mdoc")
			expect(await problemTitle({ id: one.id, ...response })).toBe("This is not a licence");
		else expect(await verdict({ id: one.id, ...response })).toEqual(["rejected", "device-proof"]);
	});

	test.each(PROTOCOLS)("refuses by %s a response to a page of another origin", async (protocol) => {
		const begun = await begin();
		const origin = "http://127.0.0.1:3000";
		const response = walletResponse(begun, protocol, { licence: "whole", names: NAMES, origin });
		if (protocol === "org-iso-mdoc")
			expect(await problemTitle({ id: begun.id, ...response })).toBe("This is not a licence");
		else expect(await verdict({ id: begun.id, ...response })).toEqual(["rejected", "device-proof"]);
	});

	test.each([
		["altered-element", "digests"],
		["other-phone", "device-proof"],
		["unlisted-issuer", "chain"],
		["expired-copy", "valid-until"],
	] as const)("rejects %s, by either protocol", async (licence, check) => {
		for (const protocol of PROTOCOLS) {
			const begun = await begin();
			expect(await verdict({ id: begun.id, ...walletResponse(begun, protocol, { licence, names: NAMES }) })).toEqual([
				"rejected",
				check,
			]);
		}
	});

	test("trusts the root of the template, in addition to the trust list", async () => {
		const begun = await begin({ certificateAuthority: unlistedSampleRoot().toString() });
		const requested = { licence: "unlisted-issuer", names: NAMES } as const;
		expect(await verdict({ id: begun.id, ...walletResponse(begun, "org-iso-mdoc", requested) })).toEqual(["verified"]);
		const listed = await begin({ certificateAuthority: unlistedSampleRoot().toString() });
		const whole = { licence: "whole", names: NAMES } as const;
		expect(await verdict({ id: listed.id, ...walletResponse(listed, "org-iso-mdoc", whole) })).toEqual(["verified"]);
	});

	test("trusts on a real tenant without a trust list only the template's own root", async () => {
		heldConfig.set({ ...dashboardConfig(), tenant: { name: "live", embedded: false } });
		const requested = { licence: "whole", names: NAMES } as const;
		const [unlisted, own] = [await begin(), await begin({ certificateAuthority: listedRoot() })];
		expect(await verdict({ id: unlisted.id, ...walletResponse(unlisted, "org-iso-mdoc", requested) })).toEqual([
			"rejected",
			"chain",
		]);
		expect(await verdict({ id: own.id, ...walletResponse(own, "org-iso-mdoc", requested) })).toEqual(["verified"]);
	});

	test("asks no wallet for a photo where the role may not see one, and leaves it out of all that a viewer gets", async () => {
		for (const name of ["portrait", "biometric_template_face"]) {
			const outcome = await beginWalletRequest({
				...options,
				requested: { names: [name, ...NAMES], isRetained: true },
			});
			expect(outcome).toEqual({
				problem: {
					title: "No wallet was asked",
					message: expect.stringContaining("Seeing a holder’s photo in Try it needs the editor role."),
				},
			});
		}
		// The wallet sends a photo that was not requested; with the key the browser could open what it received.
		const begun = await begin();
		const sent = { licence: "whole", names: ["portrait", ...NAMES] } as const;
		const value = await report({ id: begun.id, ...walletResponse(begun, "org-iso-mdoc", sent) });
		expect(value.session.map(({ name }) => name)).toEqual(["Origin", "Encryption info", "Session transcript"]);
		expect(value.downloads.map(({ label }) => label)).not.toContain("Response");
		signInAs("editor");
		const own = await begin({ requested: { names: sent.names, isRetained: true } });
		const seen = await report({ id: own.id, ...walletResponse(own, "org-iso-mdoc", sent) });
		expect(seen.session.map(({ name }) => name)).toContain("Private key (JWK)");
	});

	test("reports where the template's own root can't be read, and continues without it", async () => {
		const begun = await begin({ certificateAuthority: "not a certificate" });
		const outcome = await end({
			id: begun.id,
			...walletResponse(begun, "org-iso-mdoc", { licence: "whole", names: NAMES }),
		});
		expect(outcome).toMatchObject({ value: { isAuthorityRead: false, report: { verdict: "verified" } } });
	});

	test("explains an error in the wallet's response, and does not show the text that the wallet adds", async () => {
		for (const protocol of PROTOCOLS) {
			const { id } = await begin();
			const { problem } = await end({ id, protocol, data: { error: "access_denied", error_description: "planted" } });
			expect(problem?.message).toContain("access_denied");
			expect(JSON.stringify(problem)).not.toContain("planted");
			expect(await problemTitle({ id, protocol, data: {} })).toBe("No request is waiting for this response");
		}
		const { id } = await begin();
		const { problem } = await end({ id, protocol: "org-iso-mdoc", data: { error: { planted: "planted" } } });
		expect(problem?.title).toBe("The wallet refused");
		expect(JSON.stringify(problem)).not.toContain("planted");
	});

	test.each([
		["nothing", undefined],
		["null", null],
		["a text", "text"],
		["a vp_token that is a number", { vp_token: 7 }],
		["a different query", { vp_token: { other: ["AA"] } }],
		["two licences", { vp_token: { mdl: ["AA", "AA"] } }],
		["an encrypted one", { response: "a.b.c.d.e" }],
		["no base64url", { vp_token: { mdl: ["planted!"] }, response: "planted!" }],
		["another CBOR", { response: Buffer.from(encodeCbor(["planted", new Map()])).toString("base64url") }],
		["an empty object", {}],
	])("names the fault of %s, and quotes nothing of it", async (_, data) => {
		for (const protocol of PROTOCOLS) {
			const { id } = await begin();
			const { problem } = await end({ id, protocol, data });
			expect(problem?.title).toBe("This is not a licence");
			expect(JSON.stringify(problem)).not.toContain("planted");
		}
	});

	test.each([
		["a text", (token: string) => token, "names no query"],
		["a text under its query", (token: string) => ({ mdl: token }), "no list of presentations"],
		["bytes", (token: string) => ({ mdl: [[...Buffer.from(token, "base64url")]] }), "The presentation is a list"],
		["a text among others", (token: string) => ({ mdl: [{}, token] }), "are not texts (an object)"],
	])("reads a vp_token that is %s, which no standard has, and refuses it for that", async (_, write, reported) => {
		const begun = await begin();
		const response = walletResponse(begun, "openid4vp-v1-unsigned", { licence: "whole", names: NAMES });
		const [token] = (response.data as { vp_token: { mdl: [string] } }).vp_token.mdl;
		const value = await report({ id: begun.id, ...response, data: { vp_token: write(token) } });
		expect(value).toMatchObject({ verdict: "rejected", application: null });
		const failed = value.checks.filter(({ state }) => state === "failed");
		expect(failed).toMatchObject([{ name: "conformance", detail: expect.stringContaining(reported) }]);
		expect(value.reason).toMatch(/No other check failed\.$/);
		expect(value.elements.every((element) => element.value !== null)).toBe(true);
	});

	test("accepts no response by a protocol that it did not request", async () => {
		const begun = await begin();
		const { data } = walletResponse(begun, "openid4vp-v1-unsigned", { licence: "whole", names: NAMES });
		const { problem } = await end({ id: begun.id, protocol: "openid4vp-v1-signed", data });
		expect(problem?.message).toContain("a protocol that the request did not offer");
	});

	test("rejects a licence that is dated seconds ahead only with a strict clock", async () => {
		const now = Date.now();
		const stateOf = async (isClockStrict?: boolean) => {
			vi.useFakeTimers({ toFake: ["Date"], now });
			const begun = await begin();
			const response = walletResponse(begun, "openid4vp-v1-unsigned", { licence: "whole", names: NAMES });
			// The sample licence is dated ten days before it is sent.
			vi.setSystemTime(now - 10 * 24 * 3600_000 - 30_000);
			const { verdict, checks } = await report({ id: begun.id, ...response, ...(isClockStrict && { isClockStrict }) });
			return [verdict, checks.find(({ name }) => name === "valid-from")?.state];
		};
		expect(await stateOf()).toEqual(["verified", "noted"]);
		expect(await stateOf(true)).toEqual(["rejected", "failed"]);
	});

	test("refuses more than 200 KB with the number", async () => {
		const large = new Uint8Array(RESPONSE_BYTES_MAX + 1);
		const openid4vp = { vp_token: { mdl: [Buffer.from(large).toString("base64url")] } };
		const first = await begin();
		const { problem } = await end({ id: first.id, protocol: "openid4vp-v1-unsigned", data: openid4vp });
		expect(problem?.message).toContain(String(RESPONSE_BYTES_MAX + 1));
		const begun = await begin();
		const encryptionInfo = sentOf(begun, "org-iso-mdoc").encryptionInfo ?? "";
		const transcript = isoTranscript({ encryptionInfo, origin: TEST_ORIGIN });
		const response = sealAsWallet({ response: large, recipient: keyIn(encryptionInfo), transcript });
		const sealed = await end({ id: begun.id, protocol: "org-iso-mdoc", data: { response } });
		expect(sealed.problem?.message).toMatch(/\d{6} bytes/);
	});

	test("is bound to the requesting session and template, and not consumed by others", async () => {
		const begun = await begin();
		const response = { id: begun.id, ...walletResponse(begun, "org-iso-mdoc", { licence: "whole", names: NAMES }) };
		signInAs("editor");
		expect(await problemTitle(response)).toBe("No request is waiting for this response");
		signInAs(null);
		await expect(end(response)).rejects.toThrow("Your session has ended");
		signInAs("viewer");
		expect(await problemTitle({ ...response, templateId: "" })).toBe("No request is waiting for this response");
		expect(await verdict(response)).toEqual(["verified"]);
	});

	test("expires after ten minutes", async () => {
		vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
		const begun = await begin();
		const response = walletResponse(begun, "org-iso-mdoc", { licence: "whole", names: NAMES });
		vi.setSystemTime(Date.now() + LIFETIME_MS);
		expect(await problemTitle({ id: begun.id, ...response })).toBe("The response came too late");
	});

	test("leaves nothing of a response in the store, nor of the consumed request", async () => {
		for (const protocol of PROTOCOLS) {
			const begun = await begin();
			const response = walletResponse(begun, protocol, { licence: "whole", names: NAMES });
			await end({ id: begun.id, ...response });
		}
		const database = await dashboardDatabase();
		const tables = ["wallet_requests", "audit_trail", "exchanges", "flash_messages"] as const;
		for (const table of tables) expect(await database.selectFrom(table).selectAll().execute()).toEqual([]);
	});
}

describe("a request to a wallet, its store in SQLite,", () => guarantees());

// Its store has tests of its own on each engine (lib/dashboard/store/wallet-requests.test.ts).
const server = process.env.LONG ? process.env.TEST_DATABASE_URL : undefined;
if (server) describe("a request to a wallet, its store in PostgreSQL,", () => guarantees(server));
