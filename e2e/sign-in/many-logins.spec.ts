import { expect, test } from "../fixtures";
import { managementOf } from "../http/management";
import { type Credentials, fetchManagementToken } from "../running-app/credentials";
import { startSecondApp } from "../running-app/second-app";
import { testRun } from "../running-app/test-run";
import { authorizeAddress } from "./authorize";

// Unit tests of the service show one kind of login in one process: login-forms, password-grant and writes-during-logins.
test.skip(!process.env.LONG, "in the long run, with real password hashes in another process");

test("sixty wrong logins at once are checked or refused with 429 in words, and a write beside them succeeds", async ({
	instances,
}) => {
	// A process of its own, so that no other test's login is refused; on the database of two instances where there is one.
	const { shared } = await testRun();
	const app = await startSecondApp(instances === 2 ? shared : {});
	try {
		const { credentials } = app;
		const management = managementOf(credentials, await fetchManagementToken(credentials));
		const template = await management.createTemplate(`Beside logins ${Date.now()}`, { portrait: true });
		const forms = await Promise.all(Array.from({ length: 20 }, () => openForm(credentials)));
		const attempts = [
			...Array.from({ length: 40 }, (_, count) => guess(credentials, unknownEmail(count))),
			...forms.map((form, count) => form.submit(unknownEmail(40 + count))),
		];
		const patch = management.call("PATCH", `/verifiable-credentials/verification/templates/${template.id}`, {
			name: `${template.name}, renamed`,
		});
		const results = await Promise.all(attempts);
		expect((await patch).status).toBe(200);
		const refused = results.filter(({ status }) => status === 429);
		expect(refused.length).toBeGreaterThan(0);
		for (const { headers, text } of refused) {
			expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
			expect(text).toMatch(/Too many (passwords are being checked|users are signing in)/);
		}
		const checked = results.filter(({ status }) => status !== 429);
		expect(checked.length).toBeGreaterThan(0);
		for (const { status, text, headers } of checked) {
			if (status === 303) expect(headers.get("set-cookie")).toContain("credentials");
			else expect([status, JSON.parse(text).error_description]).toEqual([403, "Wrong email or password."]);
		}
	} finally {
		await app.stop();
	}
});

function unknownEmail(count: number): string {
	return `nobody-${Date.now()}-${count}@example.com`;
}

type Result = { status: number; headers: Headers; text: string };

async function responseOf(sent: Promise<Response>): Promise<Result> {
	const response = await sent;
	return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Requests tokens by the password grant with a wrong password. */
function guess({ auth_url, clients }: Credentials, username: string): Promise<Result> {
	const { client_id, client_secret } = clients.password_app ?? {};
	const body = { grant_type: "password", client_id, client_secret, username, password: "wrong" };
	const headers = { "content-type": "application/json" };
	return responseOf(fetch(`${auth_url}/oauth/token`, { method: "POST", headers, body: JSON.stringify(body) }));
}

/** Opens a sign-in page whose form `submit` sends with a wrong password. */
async function openForm(credentials: Credentials) {
	const page = await fetch(authorizeAddress(credentials, "web_app"), { redirect: "manual" });
	const cookie = page.headers.getSetCookie().map((line) => line.split(";")[0]);
	const action = new URL(`${page.headers.get("location")}/continue`, credentials.auth_url);
	return {
		submit: (email: string) =>
			responseOf(
				fetch(action, {
					method: "POST",
					redirect: "manual",
					body: new URLSearchParams({ email, password: "wrong" }),
					headers: { cookie: cookie.join("; "), origin: action.origin },
				}),
			),
	};
}
