import { within } from "@testing-library/dom";
import { expect, test } from "../fixtures";
import { managementOf } from "../http/management";
import { countButtons, submit, wordsOf } from "../http/native-form";
import { sessionsOf } from "../refresh-tokens/sample-tokens";

const EMAIL = "ines.duarte@example.org";
const TICKET = "HD-20431";

// What the server refuses a role is tried exhaustively in e2e/server/role-sweep.spec.ts.
test("support's day without scripts: a ticket on a session, its end, a failed sign-in in the log, and everywhere else who could do what support may not", async ({
	visit,
	credentials,
	managementToken,
}) => {
	const { json } = managementOf(credentials, managementToken);
	const support = await visit("support");
	const words = async (path: string) => wordsOf(await support.open(path));
	const [session] = await sessionsOf(credentials, managementToken, EMAIL);
	const tokens = async () => {
		const path = `/users/${encodeURIComponent(session?.userId ?? "")}/refresh-tokens`;
		return (await json<{ tokens: { id: string; session_id: string | null }[] }>("GET", path)).tokens;
	};
	const others = (await tokens()).filter(({ session_id }) => session_id !== session?.id);
	expect([others.length, (await tokens()).length]).toEqual([1, 3]);

	const home = await support.open("/");
	const places = within(home.getByRole("navigation", { name: "Main" })).getAllByRole("link");
	const named = places.map(({ textContent }) => textContent?.trim());
	expect(named).toEqual(expect.arrayContaining(["Users", "Refresh tokens", "Templates", "Activity", "Log"]));
	expect(named).not.toContain("Outbox");
	expect(named).not.toContain("API calls");

	const person = await support.press(await support.open("/users"), "Search", { q: EMAIL });
	person.getByRole("heading", { level: 1, name: "Inês Duarte" });
	expect(countButtons(person, "Block user")).toBe(0);
	expect(wordsOf(person)).toContain("Blocking users needs the editor role.");

	const opened = await support.open(`/sessions/${session?.id}`);
	const added = await support.press(opened, "Add row");
	const noted = await submit(support, added, "Save metadata", { "Key, row 1": "ticket", "Value, row 1": TICKET });
	expect(wordsOf(noted)).toContain("Saved.");
	expect(await session?.metadata()).toEqual({ ticket: TICKET });
	expect(noted.getByRole("region", { name: "History" }).textContent).toContain("Dagny Solheim");

	const ended = await support.press(noted, "End session");
	expect(wordsOf(ended)).toMatch(/The session has ended|No session with this ID/);
	expect((await sessionsOf(credentials, managementToken, EMAIL)).map(({ id }) => id)).not.toContain(session?.id);
	expect(await tokens()).toEqual(others);

	const { client_id = "", client_secret = "" } = credentials.clients.password_app ?? {};
	const attempt = { grant_type: "password", client_id, client_secret, username: EMAIL, password: "wrong" };
	const refused = await fetch(`${credentials.auth_url}/oauth/token`, {
		method: "POST",
		body: new URLSearchParams(attempt),
	});
	expect(refused.status).toBe(403);
	const log = await support.press(await support.open("/log"), "Filter", { user: EMAIL, outcome: "failed" });
	const entry = log.getAllByRole("link", { name: "Wrong password" })[0]?.getAttribute("href");
	expect(await words(entry ?? "")).toMatch(/Outcome\s*failed.*User\s*ines\.duarte@example\.org/);

	expect(await words("/templates/new")).toContain("Creating a template needs the editor role.");
	expect(await words("/applications/new")).toContain("Creating an application needs the editor role.");
	expect(await words("/connections/new")).toContain("Creating an identity provider needs the editor role.");
	expect(await words("/api-calls")).toContain("Looking at API calls needs the editor or viewer role.");
	expect(await words("/outbox")).toContain("admins with the role editor");
	const activity = await words("/activity");
	expect(activity).toContain("Dagny Solheim");
	expect(activity).toContain("ticket");
});
