import { expect, it } from "vitest";
import { deviceName } from "./user-agent";

const WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)";

it.each([
	[`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36`, "Chrome on Windows"],
	[`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36`, "Chrome on macOS"],
	[`Mozilla/5.0 (Windows NT 10.0) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`, "Edge on Windows"],
	[`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36 OPR/120.0`, "Opera on Linux"],
	[`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36`, "Chrome on ChromeOS"],
	["Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0", "Firefox on Linux"],
	[
		"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15",
		"Safari on macOS",
	],
	[
		"Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1",
		"Safari on iPhone",
	],
	[
		"Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0 Mobile/15E148 Safari/604.1",
		"Chrome on iPhone",
	],
	[`Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} Chrome/142.0.0.0 Mobile Safari/537.36`, "Chrome on Android"],
	[
		`Mozilla/5.0 (Linux; Android 14) ${WEBKIT} SamsungBrowser/27.0 Chrome/125.0 Mobile Safari/537.36`,
		"Samsung Internet on Android",
	],
	["LicenceWallet/4.2.0 (iPhone16,2; iOS 18.6; Scale/3.00)", "LicenceWallet on iPhone"],
	["okhttp/4.12.0", "okhttp"],
	["curl/8.7.1", "curl"],
])("reads %s as %s", (userAgent, name) => {
	expect(deviceName(userAgent)).toBe(name);
});

it.each(["", "   ", null, undefined, "Mozilla/5.0", "()", "<script>alert(1)</script>"])(
	"derives nothing from %j",
	(text) => {
		expect(deviceName(text)).toBeNull();
	},
);
