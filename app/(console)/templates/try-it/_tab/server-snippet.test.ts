// The code to be copied is run, and behaves like the console itself.
import crypto from "node:crypto";
import { runInThisContext } from "node:vm";
import * as hpke from "@hpke/core";
import * as mdoc from "@owf/mdoc";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { checkResponse } from "@/lib/dashboard/presentation/check";
import { beginWalletRequest, type WalletData, type WalletProtocol } from "@/lib/dashboard/presentation/wallet-request";
import { walletResponse } from "@/lib/dashboard/presentation/wallet-response.test-data";
import { clearDashboardState, pointAtService, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { serverSnippet } from "./server-snippet";

type Kept = { origin: string; nonce: string; encryptionInfo: string; until: number; key: object };
type SnippetModule = {
	beginRequest: (origin: string) => { requests: WalletData[]; kept: Kept };
	readAnswer: (response: object, kept: Kept | null) => Promise<{ deviceResponse: Buffer; sessionTranscript: Buffer }>;
};

const ORIGIN = "https://shop.example";
const NAMES = ["family_name", "portrait", "age_over_21"];
const PROTOCOLS: readonly WalletProtocol[] = ["org-iso-mdoc", "openid4vp-v1-unsigned"];

beforeEach(async () => {
	await pointAtService("http://127.0.0.1:9");
	signInAs("editor");
});
afterEach(clearDashboardState);

/** Runs the file as a function, with its imports and exports rewritten. */
function run(names: readonly string[], isRetained = false): SnippetModule {
	const code = serverSnippet(names, isRetained)
		.replace(/^import (\{[^}]*\}) from ("[^"]+");$/gm, "const $1 = libraries[$2];")
		.replace(/^export /gm, "");
	const module: (libraries: object) => SnippetModule = runInThisContext(
		`(libraries) => {\n${code}\nreturn { beginRequest, readAnswer };\n}`,
	);
	return module({ "node:crypto": crypto, "@hpke/core": hpke, "@owf/mdoc": mdoc });
}

/** The requests without values that are random. */
function comparable(requests: readonly WalletData[]): unknown {
	return requests.map(({ protocol, data }) => {
		const { nonce: _, encryptionInfo: info, ...rest } = data as Record<string, unknown>;
		return { protocol, ...rest, size: String(info).length };
	});
}

test("requests the same as the console, with any names of elements", async () => {
	const names = fc.uniqueArray(
		fc.oneof(fc.string({ minLength: 1, unit: "grapheme" }), fc.constantFrom(...NAMES, "1")),
		{
			minLength: 1,
			maxLength: 30,
		},
	);
	await fc.assert(
		fc.asyncProperty(names, fc.boolean(), async (elements, isRetained) => {
			const snippet = run(elements, isRetained);
			const { value: own } = await beginWalletRequest({
				templateId: "",
				requested: { names: elements, isRetained },
				certificateAuthority: null,
			});
			expect(comparable(snippet.beginRequest(ORIGIN).requests)).toEqual(comparable(own?.requests ?? []));
		}),
		{ numRuns: process.env.LONG ? 500 : 25 },
	);
});

test.each(PROTOCOLS)("turns a response by %s into a verifier's inputs", async (protocol) => {
	const { beginRequest, readAnswer } = run(NAMES);
	const { requests, kept } = beginRequest(ORIGIN);
	const response = walletResponse({ id: "", requests }, protocol, { licence: "whole", names: NAMES, origin: ORIGIN });
	const { deviceResponse, sessionTranscript } = await readAnswer(response, JSON.parse(JSON.stringify(kept)));
	const nothing = { origin: "", nonce: "", key: "", encryptionInfo: "", clientId: "", responseUri: "", privateKey: "" };
	const outcome = await checkResponse({
		names: NAMES,
		roots: [],
		role: "editor",
		labelOf: (name) => name,
		now: new Date(),
		texts: {
			...nothing,
			response: deviceResponse.toString("hex"),
			date: "",
			root: "",
			session: "raw",
			transcript: sessionTranscript.toString("hex"),
		},
	});
	expect(outcome).toMatchObject({ report: { verdict: "verified" } });
});

test("accepts no response without a request, after ten minutes, of another origin, changed or in error", async () => {
	const { beginRequest, readAnswer } = run(NAMES);
	const { requests, kept } = beginRequest(ORIGIN);
	const requested = { licence: "whole", names: NAMES } as const;
	const response = walletResponse({ id: "", requests }, "org-iso-mdoc", { ...requested, origin: ORIGIN });
	const elsewhere = walletResponse({ id: "", requests }, "org-iso-mdoc", {
		...requested,
		origin: "https://other.example",
	});
	await expect(readAnswer(response, null)).rejects.toThrow("Nothing was asked");
	await expect(readAnswer(response, { ...kept, until: Date.now() - 1 })).rejects.toThrow("too long ago");
	await expect(readAnswer(elsewhere, kept)).rejects.toThrow();
	await expect(readAnswer({ ...response, protocol: "other" }, kept)).rejects.toThrow("Another protocol");
	await expect(readAnswer({ ...response, data: { error: "access_denied" } }, kept)).rejects.toThrow("an error");
	for (const data of [
		undefined,
		null,
		{},
		{ response: "" },
		{ response: "gv8" },
		{ response: "m_8" },
		{ response: 1 },
	]) {
		await expect(readAnswer({ ...response, data }, kept)).rejects.toThrow();
	}
});
