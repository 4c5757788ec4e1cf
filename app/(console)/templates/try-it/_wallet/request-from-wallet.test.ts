import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { requestFromWallet, type WalletQuestion, type WalletStage } from "./request-from-wallet";
import { walletFailure } from "./wallet-failure";
import { walletObstacle } from "./wallet-obstacle";

const question: WalletQuestion = { templateId: "t", names: ["a"], isRetained: false, certificateAuthority: "" };
const begun = {
	id: "request",
	requests: [
		{ protocol: "org-iso-mdoc", data: { deviceRequest: "AA" } },
		{ protocol: "openid4vp-v1-unsigned", data: { nonce: "n" } },
	],
};
const credential = { protocol: "openid4vp-v1-unsigned", data: { vp_token: { mdl: ["AA"] } } };
const done = { report: { verdict: "verified" }, isAuthorityRead: true };

const get = vi.fn();
const send = vi.fn();
const allows = vi.fn();
let stages: WalletStage[];

beforeEach(() => {
	stages = [];
	get.mockReset().mockResolvedValue(credential);
	allows.mockReset().mockReturnValue(true);
	send
		.mockReset()
		.mockImplementation(async (path: string) => Response.json({ value: path.endsWith("begin") ? begun : done }));
	vi.stubGlobal("fetch", send);
	vi.stubGlobal("navigator", { credentials: { get }, userActivation: { isActive: true } });
	vi.stubGlobal("window", { isSecureContext: true, navigator, DigitalCredential: { userAgentAllowsProtocol: allows } });
});
afterEach(() => vi.unstubAllGlobals());

function ask({
	ready = null,
	signal = new AbortController().signal,
}: Partial<Parameters<typeof requestFromWallet>[1]> = {}) {
	return requestFromWallet(question, { ready, signal, onStage: (stage) => stages.push(stage) });
}

async function problemTitle(): Promise<string | undefined> {
	const outcome = await ask();
	return "problem" in outcome ? outcome.problem.title : undefined;
}

describe("asking a wallet", () => {
	test("begins, hands both protocols to the browser in one request, and has the answer checked", async () => {
		expect(await ask()).toEqual(done);
		expect(stages).toEqual(["beginning", "waiting", "verifying"]);
		expect(get).toHaveBeenCalledExactlyOnceWith({
			mediation: "required",
			signal: expect.any(AbortSignal),
			digital: { requests: begun.requests },
		});
		const [, answer] = send.mock.calls;
		expect(JSON.parse(answer?.[1].body)).toEqual({ id: "request", templateId: "t", ...credential });
	});

	test("leaves out a protocol that the browser does not pass on", async () => {
		allows.mockImplementation((protocol: string) => protocol === "org-iso-mdoc");
		await ask();
		expect(get.mock.calls[0]?.[0].digital.requests).toEqual([begun.requests[0]]);
	});

	test("keeps what it has begun where the press is over by then, and asks with it at the next one", async () => {
		vi.stubGlobal("navigator", { credentials: { get }, userActivation: { isActive: false } });
		const slow = await ask();
		expect(slow).toEqual({ ready: { request: begun, until: expect.any(Number) } });
		expect(get).not.toHaveBeenCalled();
		vi.stubGlobal("navigator", { credentials: { get }, userActivation: { isActive: true } });
		expect(await ask({ ready: "ready" in slow ? slow.ready : null })).toEqual(done);
		expect(send.mock.calls.filter(([path]) => String(path).endsWith("begin"))).toHaveLength(1);
	});

	test("sends no answer that is larger than the console reads, and says how large it is", async () => {
		get.mockResolvedValue({ ...credential, data: { vp_token: { mdl: ["A".repeat(10 * 1024 * 1024)] } } });
		const outcome = await ask();
		expect(outcome).toMatchObject({ problem: { message: expect.stringMatching(/1048\d{4}/) } });
		expect(send).toHaveBeenCalledTimes(1);
	});

	test("says it where the console can't be reached, has too much to do, or answers in words", async () => {
		send.mockRejectedValueOnce(new TypeError("Failed to fetch"));
		expect(await problemTitle()).toBe("The console could not be reached");
		send.mockResolvedValueOnce(new Response("busy", { status: 503 }));
		expect(await problemTitle()).toBe("The console gave no answer");
		send.mockResolvedValueOnce(Response.json({ problem: { title: "Signed out", message: "…" } }, { status: 401 }));
		expect(await problemTitle()).toBe("Signed out");
		expect(get).not.toHaveBeenCalled();
	});

	test("tells a request that was taken back from one that nobody answered in time", async () => {
		const stop = new AbortController();
		get.mockImplementation(({ signal }: { signal: AbortSignal }) => {
			return new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("aborted"))));
		});
		const outcome = ask({ signal: stop.signal });
		await vi.waitUntil(() => get.mock.calls.length === 1);
		stop.abort();
		expect(await outcome).toMatchObject({ problem: { title: "Cancelled" } });
		vi.useFakeTimers();
		vi.spyOn(AbortSignal, "timeout").mockImplementation((milliseconds) => {
			const controller = new AbortController();
			setTimeout(() => controller.abort(new DOMException("late", "TimeoutError")), milliseconds);
			return controller.signal;
		});
		const late = ask();
		await vi.advanceTimersByTimeAsync(10 * 60_000);
		expect(await late).toMatchObject({ problem: { title: "No answer in time" } });
		vi.useRealTimers();
		vi.restoreAllMocks();
	});

	test("says it where the browser comes back with nothing", async () => {
		get.mockResolvedValue(null);
		expect(await problemTitle()).toBe("The wallet gave no answer");
	});
});

test.each([
	["NotAllowedError", "Request is cancelled.", "Declined"],
	[
		"NotAllowedError",
		"Only one navigator.credentials.get/create request may be outstanding",
		"Another request is still open",
	],
	["NotAllowedError", "The 'digital-credentials-get' feature requires transient activation.", "Press once more"],
	[
		"NotAllowedError",
		"The feature is not enabled in this document (permissions policy)",
		"The browser does not let this page ask",
	],
	["AbortError", "", "Cancelled"],
	["TypeError", "no well-formed allowed protocol", "The browser did not take the request"],
	["NetworkError", "", "The wallet could not be reached"],
	["SomethingNew", "", "The wallet gave no answer"],
])("an error %s (%s) of the browser is told as: %s", (name, message, title) => {
	expect(walletFailure(new DOMException(message, name)).title).toBe(title);
});

test("whatever a browser throws is told in words", () => {
	for (const thrown of [undefined, null, "text", 7, {}, new Error("planted")]) {
		expect(walletFailure(thrown)).toMatchObject({ title: "The wallet gave no answer" });
		expect(JSON.stringify(walletFailure(thrown))).not.toContain("planted");
	}
});

test("a browser that can't ask is told beforehand why", () => {
	expect(walletObstacle()).toBeNull();
	vi.stubGlobal("window", { isSecureContext: false, navigator });
	expect(walletObstacle()).toContain("https");
	vi.stubGlobal("window", { isSecureContext: true, navigator });
	expect(walletObstacle()).toMatch(/Chrome.*141.*Safari.*26.*Firefox/);
	allows.mockReturnValue(false);
	vi.stubGlobal("window", { isSecureContext: true, navigator, DigitalCredential: { userAgentAllowsProtocol: allows } });
	expect(walletObstacle()).toContain("org-iso-mdoc");
	// One of the first versions had no such question.
	vi.stubGlobal("window", { isSecureContext: true, navigator, DigitalCredential: {} });
	expect(walletObstacle()).toBeNull();
});
