import { expect, test } from "../fixtures";
import { managementOf } from "../http/management";
import { rawRequest } from "../http/raw-request";
import type { Credentials } from "../running-app/credentials";

type User = { user_id: string };
type Tokens = { refresh_tokens: { device: { initial_ip: string; last_ip: string } }[] };

/** Requests tokens over a connection from an address of this machine. */
async function requestTokens(
	{ auth_url, clients }: Credentials,
	localAddress: string,
	form: Record<string, string>,
	forwarded?: string,
) {
	const { client_id = "", client_secret = "" } = clients.password_app ?? {};
	const headers = {
		"content-type": "application/x-www-form-urlencoded",
		...(forwarded === undefined ? {} : { "x-forwarded-for": forwarded }),
	};
	const body = new URLSearchParams({ client_id, client_secret, ...form }).toString();
	const { host, port } = new URL(auth_url);
	// Not by name: the loopback's other addresses reach an IPv4 address alone.
	const address = `http://127.0.0.1:${port}`;
	return rawRequest(address, "POST", "/oauth/token", { ...headers, host }, body, localAddress);
}

test("ten wrong passwords block the account for that address alone, whatever address the header names", async ({
	credentials,
}) => {
	const { email: username, password } = credentials.sign_ins.user;
	const logIn = async (from: string, form: object, forwarded?: string) => {
		const whole = { grant_type: "password", username, password, ...form };
		return (await requestTokens(credentials, from, whole, forwarded)).status;
	};
	for (let count = 1; count <= 10; count += 1) {
		expect(await logIn("127.0.0.2", { password: "wrong" }, `192.0.2.${count}`)).toBe(403);
	}
	expect(await logIn("127.0.0.2", {}, "192.0.2.99")).toBe(429);
	expect(await logIn("127.0.0.3", {})).toBe(200);
	expect(await logIn("127.0.0.3", {}, "127.0.0.2")).toBe(200);
});

test("the address on a refresh token is the connection's, not one from a header of the caller", async ({
	credentials,
	managementToken,
}) => {
	const { email: username, password } = credentials.sign_ins.user;
	const form = { grant_type: "password", username, password, scope: "openid offline_access" };
	const { body } = await requestTokens(credentials, "127.0.0.4", form, "192.0.2.66");
	const { refresh_token } = JSON.parse(body);
	const renewal = { grant_type: "refresh_token", refresh_token };
	expect((await requestTokens(credentials, "127.0.0.5", renewal, "192.0.2.67")).status).toBe(200);
	const management = managementOf(credentials, managementToken);
	const [user] = await management.json<User[]>("GET", `/users-by-email?email=${encodeURIComponent(username)}`);
	const query = `?take=100&user_id=${encodeURIComponent(user?.user_id ?? "")}`;
	const { refresh_tokens } = await management.json<Tokens>("GET", `/refresh-tokens${query}`);
	const devices = refresh_tokens.map(({ device }) => device);
	expect(devices).toContainEqual(expect.objectContaining({ initial_ip: "127.0.0.4", last_ip: "127.0.0.5" }));
	expect(JSON.stringify(devices)).not.toContain("192.0.2.6");
});
