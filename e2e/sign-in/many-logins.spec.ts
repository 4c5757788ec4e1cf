import { expect, test } from "../fixtures";
import { managementOf } from "../http/management";
import { type Credentials, fetchManagementToken } from "../running-app/credentials";
import { startSecondApp } from "../running-app/second-app";
import { testRun } from "../running-app/test-run";
import { authorizeAddress } from "./authorize";

// One process and one kind of login at a time: login-forms, password-grant and beside-logins, unit tests of the service.
test.skip(!process.env.LONG, "in the long run, with real passwords' work in another process");

test("sixty wrong logins at once are checked or put off in words, and a write beside them is made", async ({
	instances,
}) => {
	// A process of its own, so that nobody else's login is put off; on the database of two instances where there is one.
	const { shared } = await testRun();
	const app = await startSecondApp(instances === 2 ? shared : {});
	try {
		const { credentials } = app;
		const management = managementOf(credentials, await fetchManagementToken(credentials));
		const template = await management.createTemplate(`Beside logins ${Date.now()}`, { portrait: true });
		const forms = await Promise.all(Array.from({ length: 20 }, () => openForm(credentials)));
		const attempts = [
			...Array.from({ length: 40 }, (_, count) => guess(credentials, nobody(count))),
			...forms.map((form, count) => form.submit(nobody(40 + count))),
		];
		const patch = management.call("PATCH", `/verifiable-credentials/verification/templates/${template.id}`, {
			name: `${template.name}, renamed`,
		});
		const answers = await Promise.all(attempts);
		expect((await patch).status).toBe(200);
		const putOff = answers.filter(({ status }) => status === 429);
		expect(putOff.length).toBeGreaterThan(0);
		for (const { headers, text } of putOff) {
			expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
			expect(text).toMatch(/Too many (passwords are being checked|people are signing in)/);
		}
		const checked = answers.filter(({ status }) => status !== 429);
		expect(checked.length).toBeGreaterThan(0);
		for (const { status, text, headers } of checked) {
			if (status === 303) expect(headers.get("set-cookie")).toContain("credentials");
			else expect([status, JSON.parse(text).error_description]).toEqual([403, "Wrong email or password."]);
		}
	} finally {
		await app.stop();
	}
});

function nobody(count: number): string {
	return `nobody-${Date.now()}-${count}@example.com`;
}

type Answer = { status: number; headers: Headers; text: string };

async function responseOf(sent: Promise<Response>): Promise<Answer> {
	const response = await sent;
	return { status: response.status, headers: response.headers, text: await response.text() };
}

/** By the password grant, with a wrong password. */
function guess({ auth_url, clients }: Credentials, username: string): Promise<Answer> {
	const { client_id, client_secret } = clients.password_app ?? {};
	const body = { grant_type: "password", client_id, client_secret, username, password: "wrong" };
	const headers = { "content-type": "application/json" };
	return responseOf(fetch(`${auth_url}/oauth/token`, { method: "POST", headers, body: JSON.stringify(body) }));
}

/** A sign-in page of its own, whose form is sent with a wrong password. */
async function openForm(credentials: Credentials) {
	const page = await fetch(authorizeAddress(credentials, "web_app"), { redirect: "manual" });
	const cookie = page.headers.getSetCookie().map((line) => line.split(";")[0]);
	const action = new URL(`${page.headers.get("location")}/continue`, credentials.auth_url);
	return {
		submit: (email: string) =>
			responseOf(
				fetch(action, {
					...{ method: "POST", redirect: "manual", body: new URLSearchParams({ email, password: "wrong" }) },
					headers: { cookie: cookie.join("; "), origin: action.origin },
				}),
			),
	};
}
