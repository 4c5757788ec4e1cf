import { expect, test } from "vitest";
import type { OidcLogout } from "@/lib/contract/client/application";
import { endNotices, metadataNotices } from "./logout-notices";

const urls = ["https://shop.example.com/logout"];
const selected = (...selected_initiators: string[]) => ({ mode: "custom", selected_initiators });

function notices(logout: OidcLogout | null | undefined) {
	const served = {
		applications: [{ id: "shop", name: "Shop" }],
		mayBeMore: false,
		isEmbedded: false,
		logouts: new Map([["shop", logout]]),
	};
	const [end = ""] = endNotices(served);
	const [metadata = "stays"] = metadataNotices(served);
	return [
		/^Shop is notified/.test(end) ? "sent" : /^Shop is not notified/.test(end) ? "not sent" : end.replace(/:.*/, ""),
		/^All metadata/.test(metadata) ? "leaves" : /^It is not known whether/.test(metadata) ? "may leave" : metadata,
	].join(", ");
}

const UNKNOWN = "Whether Shop is notified is not known";

test.each<[OidcLogout | null | undefined, string]>([
	[undefined, `${UNKNOWN}, may leave`],
	[null, `${UNKNOWN}, may leave`],
	[{}, `${UNKNOWN}, may leave`],
	[{ backchannel_logout_urls: [] }, "not sent, stays"],
	[{ backchannel_logout_urls: urls }, `${UNKNOWN}, may leave`],
	[{ backchannel_logout_urls: urls, backchannel_logout_initiators: { mode: "all" } }, "sent, may leave"],
	[{ backchannel_logout_urls: urls, backchannel_logout_initiators: { mode: "custom" } }, `${UNKNOWN}, may leave`],
	[{ backchannel_logout_urls: urls, backchannel_logout_initiators: selected("session-revoked") }, "sent, may leave"],
	[{ backchannel_logout_initiators: { mode: "all" } }, `${UNKNOWN}, may leave`],
	// As recorded: without an address, for the two kinds that are the default.
	[{ backchannel_logout_initiators: selected("rp-logout", "idp-logout") }, "not sent, may leave"],
	[{ backchannel_logout_urls: urls, backchannel_logout_session_metadata: { include: true } }, `${UNKNOWN}, leaves`],
	[{ backchannel_logout_urls: urls, backchannel_logout_session_metadata: { include: false } }, `${UNKNOWN}, stays`],
	[{ backchannel_logout_urls: urls, backchannel_logout_session_metadata: null }, `${UNKNOWN}, stays`],
	[{ backchannel_logout_urls: urls, backchannel_logout_session_metadata: {} }, `${UNKNOWN}, may leave`],
	[{ backchannel_logout_urls: [], backchannel_logout_session_metadata: { include: true } }, "not sent, stays"],
])("%j: %s", (logout, expected) => expect(notices(logout)).toBe(expected));

test("many applications are named in part, and each kind has one sentence", () => {
	const applications = Array.from({ length: 9 }, (_, index) => ({ id: `c${index}`, name: `App ${index}` }));
	const none: OidcLogout = { backchannel_logout_urls: [] };
	const served = { applications, mayBeMore: true, isEmbedded: false, logouts: new Map([["c8", none]]) };
	expect(endNotices(served)).toEqual([
		"App 8 is not notified, and may leave the user signed in until the session there ends.",
		"Whether App 0, App 1, App 2, App 3, App 4 and 3 more are notified is not known: the user may stay signed in there until the session there ends.",
		"Not all applications are known here: others may be notified, or leave the user signed in.",
	]);
});
