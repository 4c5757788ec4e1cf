import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { requestFromWallet, type WalletOptions, type WalletRequestInput } from "./request-from-wallet";
import { walletFailure, walletObstacle } from "./wallet-failure";

const input: WalletRequestInput = {
	templateId: "t",
	names: ["a"],
	isRetained: false,
	isClockStrict: true,
	certificateAuthority: "",
};
const begun = {
	id: "request",
	requests: [
		{ protocol: "org-iso-mdoc", data: { deviceRequest: "AA" } },
		{ protocol: "openid4vp-v1-unsigned", data: { nonce: "n" } },
	],
};
const credential = { protocol: "openid4vp-v1-unsigned", data: { vp_token: { mdl: ["AA"] } } };
const ended = { report: { verdict: "verified" }, isAuthorityRead: true };
const done = { report: ended.report, notes: [] };

const get = vi.fn();
const send = vi.fn();
const allows = vi.fn();
let waits: boolean[];

beforeEach(() => {
	waits = [];
	get.mockReset().mockResolvedValue(credential);
	allows.mockReset().mockReturnValue(true);
	send
		.mockReset()
		.mockImplementation(async (path: string) => Response.json({ value: path.endsWith("begin") ? begun : ended }));
	vi.stubGlobal("fetch", send);
	vi.stubGlobal("navigator", { credentials: { get }, userActivation: { isActive: true } });
	vi.stubGlobal("window", { isSecureContext: true, navigator, DigitalCredential: { userAgentAllowsProtocol: allows } });
});
afterEach(() => vi.unstubAllGlobals());

function request({ signal = new AbortController().signal }: Partial<WalletOptions> = {}) {
	return requestFromWallet(input, { signal, onWait: (isWaiting) => waits.push(isWaiting) });
}

async function problemTitle(): Promise<string | undefined> {
	return (await request()).problem?.title;
}

describe("a request to a wallet", () => {
	test("begins, passes both protocols to the browser in one request, and has the response checked", async () => {
		expect(await request()).toEqual(done);
		expect(waits).toEqual([true, false]);
		expect(get).toHaveBeenCalledExactlyOnceWith({
			mediation: "required",
			signal: expect.any(AbortSignal),
			digital: { requests: begun.requests },
		});
		const [, sent] = send.mock.calls;
		expect(JSON.parse(sent?.[1].body)).toEqual({ id: "request", templateId: "t", isClockStrict: true, ...credential });
	});

	test("leaves out a protocol that the browser does not pass on", async () => {
		allows.mockImplementation((protocol: string) => protocol === "org-iso-mdoc");
		await request();
		expect(get.mock.calls[0]?.[0].digital.requests).toEqual([begun.requests[0]]);
	});

	test("keeps the begun request where the user activation has expired by then, and uses it at the next press", async () => {
		vi.stubGlobal("navigator", { credentials: { get }, userActivation: { isActive: false } });
		expect(await request()).toMatchObject({ notice: { title: "Press “Ask a wallet” once more" } });
		expect(get).not.toHaveBeenCalled();
		vi.stubGlobal("navigator", { credentials: { get }, userActivation: { isActive: true } });
		expect(await request()).toEqual(done);
		expect(send.mock.calls.filter(([path]) => String(path).endsWith("begin"))).toHaveLength(1);
	});

	test("sends no response that is larger than the console accepts, and reports its size", async () => {
		get.mockResolvedValue({ ...credential, data: { vp_token: { mdl: ["A".repeat(10 * 1024 * 1024)] } } });
		const outcome = await request();
		expect(outcome).toMatchObject({ problem: { message: expect.stringMatching(/1048\d{4}/) } });
		expect(send).toHaveBeenCalledTimes(1);
	});

	test("reports a console that can't be reached, is overloaded, or responds with a problem", async () => {
		send.mockRejectedValueOnce(new TypeError("Failed to fetch"));
		expect(await problemTitle()).toBe("The console could not be reached");
		send.mockResolvedValueOnce(new Response("busy", { status: 503 }));
		expect(await problemTitle()).toBe("The console did not answer");
		send.mockResolvedValueOnce(Response.json({ problem: { title: "Signed out", message: "…" } }, { status: 401 }));
		expect(await problemTitle()).toBe("Signed out");
		expect(get).not.toHaveBeenCalled();
	});

	test("distinguishes a cancelled request from one without a response in time", async () => {
		const stop = new AbortController();
		get.mockImplementation(({ signal }: { signal: AbortSignal }) => {
			return new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("aborted"))));
		});
		const outcome = request({ signal: stop.signal });
		await expect.poll(() => get.mock.calls.length).toBe(1);
		stop.abort();
		expect(await outcome).toMatchObject({ notice: { title: "Cancelled" } });
		vi.useFakeTimers();
		vi.spyOn(AbortSignal, "timeout").mockImplementation((milliseconds) => {
			const controller = new AbortController();
			setTimeout(() => controller.abort(new DOMException("late", "TimeoutError")), milliseconds);
			return controller.signal;
		});
		const late = request();
		await vi.advanceTimersByTimeAsync(10 * 60_000);
		expect(await late).toMatchObject({ problem: { title: "No response in time" } });
		vi.useRealTimers();
		vi.restoreAllMocks();
	});

	test("reports a browser that returns no credential", async () => {
		get.mockResolvedValue(null);
		expect(await problemTitle()).toBe("The wallet did not respond");
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
	["InvalidStateError", "The document is not fully active.", "This page can't ask at the moment"],
	["InvalidStateError", "", "This page can't ask at the moment"],
	["InvalidStateError", "A credential request is already in progress.", "Another request is still open"],
	["TypeError", "get() needs to be triggered by an activation triggering user event.", "Press once more"],
	["TypeError", "The request requires a user gesture", "Press once more"],
	["TypeError", "no well-formed allowed protocol", "The browser did not accept the request"],
	["NetworkError", "", "The wallet could not be reached"],
	["SomethingNew", "", "The wallet did not respond"],
])("an error %s (%s) of the browser is reported as: %s", (name, message, title) => {
	expect(walletFailure(new DOMException(message, name)).title).toBe(title);
});

test("any value that a browser throws is reported in words", () => {
	for (const thrown of [undefined, null, "text", 7, {}, new Error("planted")]) {
		expect(walletFailure(thrown)).toMatchObject({ title: "The wallet did not respond" });
		expect(JSON.stringify(walletFailure(thrown))).not.toContain("planted");
	}
});

test("of a browser that comes back without a response no error is reported", async () => {
	get.mockResolvedValue(null);
	expect((await request()).problem).toMatchObject({ message: "The browser came back without one. You can ask again." });
});

test("the reason why a browser can't send requests is shown beforehand", () => {
	expect(walletObstacle()).toBeNull();
	vi.stubGlobal("window", { isSecureContext: false, navigator });
	expect(walletObstacle()?.message).toContain("https");
	vi.stubGlobal("window", { isSecureContext: true, navigator });
	expect(walletObstacle()?.message).toMatch(/Chrome.*141.*Safari.*26.*Firefox/);
	allows.mockReturnValue(false);
	vi.stubGlobal("window", { isSecureContext: true, navigator, DigitalCredential: { userAgentAllowsProtocol: allows } });
	expect(walletObstacle()?.message).toContain("org-iso-mdoc");
	// The first versions of the API had no such method.
	vi.stubGlobal("window", { isSecureContext: true, navigator, DigitalCredential: {} });
	expect(walletObstacle()).toBeNull();
});
