import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { browserClock } from "@/components/ui/browser-clock";
import { type RefreshToken, refreshToken } from "@/lib/contract/refresh-token";
import { DeviceTable } from "../../device-table";
import { TokenAccess, TokenFacts } from "./token-facts";

const labels = { application: "not reported", user: "not reported" };

function shown(response: unknown): string {
	const token: RefreshToken = refreshToken.parse(response);
	const markup = renderToStaticMarkup(
		<>
			<TokenFacts token={token} {...labels} clock={browserClock()} />
			<DeviceTable
				device={token.device}
				words={{ first: "At issue", latest: "Latest", differs: "differs from issue" }}
			/>
			<TokenAccess resourceServers={token.resource_servers} />
		</>,
	);
	return markup
		.replaceAll(/<wbr\/?>/g, "")
		.replace(/<[^>]+>/g, " ")
		.replace(/\s+/g, " ");
}

const names = ["user_id", "client_id", "session_id", "rotating", "device", "resource_servers"];
const times = ["created_at", "idle_expires_at", "expires_at", "last_exchanged_at"];
const all = (fields: string[], value: unknown) => Object.fromEntries(fields.map((field) => [field, value]));
const side = all(["initial_ip", "initial_asn", "initial_user_agent", "last_ip", "last_asn", "last_user_agent"], null);

it.each([
	["missing", {}],
	["null", all([...names, ...times], null)],
	["null within", { device: side, resource_servers: [{ audience: null, scopes: null }] }],
	["times that are objects, or text that isn't a time", { ...all(times, {}), created_at: "yesterday" }],
])("shows every field that is %s as not known", (_, fields) => {
	const text = shown({ id: "dcr_1", ...fields });
	expect(text).toContain(
		"User — Application — Session — Rotating not reported Created — Last exchanged — Expires if unused — Expires at latest —",
	);
	expect(text.match(/not reported/gi)?.length).toBeGreaterThanOrEqual(10);
	expect(text).not.toMatch(/null|undefined|\[object|invalid date|NaN|differs/i);
});

it("marks what differs from issue, and nothing that is known for one side only", () => {
	const device = { ...side, initial_ip: "198.51.100.1", last_ip: "198.51.100.2", last_asn: "64500" };
	const text = shown({ id: "dcr_1", device });
	expect(text).toContain("198.51.100.2 differs from issue");
	expect(text.match(/differs from issue/g)).toHaveLength(1);
});

it.each([
	["there", "s_1"],
	["ended", "This session has ended. s_1"],
	["unknown", "Whether it has ended is not known. s_1"],
	[null, "Whether it has ended is not known. s_1"],
] as const)("says of its session that it is %s", (sessionPresence, words) => {
	const token = refreshToken.parse({ id: "dcr_1", session_id: "s_1" });
	const markup = renderToStaticMarkup(
		<TokenFacts token={token} sessionPresence={sessionPresence} {...labels} clock={browserClock()} />,
	);
	expect(
		markup
			.replaceAll(/<wbr\/?>/g, "")
			.replace(/<[^>]+>/g, " ")
			.replace(/\s+/g, " "),
	).toContain(`Session ${words}`);
	const isLinked = /<a [^>]*href="\/sessions\/s_1"[^>]*><code>s_1<\/code>/.test(markup);
	expect(isLinked).toBe(sessionPresence !== "ended");
});

it("links the application's name, or its identifier where the name is unknown, to its page", () => {
	const factsOf = (application: string) =>
		renderToStaticMarkup(
			<TokenFacts
				token={refreshToken.parse({ id: "dcr_1", client_id: "k3y" })}
				{...labels}
				application={application}
				clock={browserClock()}
			/>,
		);
	for (const [application, text] of [
		["Shop", "Shop"],
		["k3y", "Open the application"],
	] as const) {
		expect(factsOf(application)).toMatch(new RegExp(`<a [^>]*href="/applications/k3y"[^>]*><bdi>${text}</bdi>`));
	}
});
