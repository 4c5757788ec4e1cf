import { afterAll, beforeAll, expect, it } from "vitest";
import { seal } from "@/lib/secrets/sealed-text";
import { handleServiceRequest } from "../handle-request";
import { OUTBOX_PURPOSE } from "../keys/service-secrets";
import { setAdminRole } from "../store/users";
import { TestBrowser } from "../testing/test-browser";
import { EMAIL, ISSUER, OTHER_EMAIL, startTestService, USER_ID } from "../testing/test-service";
import { outboxFor, readOutbox } from "./outbox";

const TO_ACCOUNT = { channel: "email", hasAccount: true, address: "192.0.2.1" } as const;
const TO_MADE_UP = { ...TO_ACCOUNT, hasAccount: false };

let tenant: Awaited<ReturnType<typeof startTestService>>;
beforeAll(async () => {
	tenant = await startTestService();
	await setAdminRole(tenant.service.database, USER_ID, "editor");
	await tenant.service.database
		.updateTable("users")
		.set({ admin_role: "viewer" })
		.where("email", "=", OTHER_EMAIL)
		.execute();
	await tenant.service.sender.send({ ...TO_ACCOUNT, recipient: "a@example.com", text: "Your code is 123456" });
});
afterAll(() => tenant.stop());

it("the outbox can be read by the tenant's editors only", async () => {
	const visitor = new TestBrowser(tenant.service);
	expect(await outboxFor(tenant.service, visitor.request(new URL("outbox", ISSUER)))).toBeNull();
	await visitor.signIn({ client_id: "web" }, OTHER_EMAIL);
	expect(await outboxFor(tenant.service, visitor.request(new URL("outbox", ISSUER)))).toBeNull();
	const admin = new TestBrowser(tenant.service);
	await admin.signIn({ client_id: "web" }, EMAIL);
	expect(await outboxFor(tenant.service, admin.request(new URL("outbox", ISSUER)))).toMatchObject([
		{ text: "Your code is 123456" },
	]);
});

it("the outbox's page shows messages as text to the editor, and a link to sign in to all others", async () => {
	await tenant.service.sender.send({
		...TO_ACCOUNT,
		channel: "sms",
		recipient: "+12025550143",
		text: "<b>123456</b>",
	});
	const look = async (browser: TestBrowser) => {
		const request = new Request(`${ISSUER}outbox`, { headers: browser.headers("/outbox") });
		return (await handleServiceRequest(tenant.service, request)).text();
	};
	const admin = new TestBrowser(tenant.service);
	await admin.signIn({ client_id: "web" }, EMAIL);
	const page = await look(admin);
	expect(page).toContain("<title>Outbox · Sample tenant</title>");
	expect(page).toMatch(/Text message to <bdi>\+12025550143<\/bdi><\/p>\s*<p>&lt;b&gt;123456&lt;\/b&gt;<\/p>/);
	expect(page).toMatch(/<time datetime="\d{4}-[^"]+Z">just now <span class="small">\(\d{4}-\d\d-\d\d \d\d:\d\d UTC\)/);
	const closed = await look(new TestBrowser(tenant.service));
	expect(closed).toContain("are for this tenant’s admins with the role editor.");
	expect(closed).not.toContain("123456");
});

it("the outbox may be framed by pages of its own origin, without a heading of its own, where they ask for that", async () => {
	const admin = new TestBrowser(tenant.service);
	await admin.signIn({ client_id: "web" }, EMAIL);
	const [framed, whole] = await Promise.all([admin.visit("outbox?framed"), admin.visit("outbox")]);
	expect(framed.headers.get("content-security-policy")).toContain("frame-ancestors 'self'");
	expect(whole.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
	const [inside, alone] = await Promise.all([framed.text(), whole.text()]);
	expect(inside).toContain("Your code is 123456");
	expect(inside).toContain('<base target="_top">');
	expect(inside).not.toMatch(/<h1|class="brand"|Back to the console/);
	expect(alone).toMatch(/<h1>Outbox<\/h1>.*Back to the console/s);
});

it("the outbox links addresses of the service itself only", async () => {
	const text = `Open ${ISSUER}dbconnections/verify?ticket="x or https://evil.example/`;
	await tenant.service.sender.send({ ...TO_ACCOUNT, recipient: "b@example.com", text });
	const admin = new TestBrowser(tenant.service);
	await admin.signIn({ client_id: "web" }, EMAIL);
	const markup = await (await admin.visit("outbox")).text();
	const link = `${ISSUER}dbconnections/verify?ticket=&quot;x`;
	expect(markup).toContain(`<p>Open <a href="${link}">${link}</a> or https://evil.example/</p>`);
});

it("the outbox reads an older version's plain text, and skips messages that no known secret decrypts", async () => {
	const { database, now } = tenant.service;
	const row = { connection: "email", recipient: "c@example.com", created_at: now().toISOString(), has_account: 1 };
	const older = { ...row, id: "older", text: JSON.stringify("Your code is 654321") };
	const foreign = await seal("Your code is 111111", "another secret that is not known here", OUTBOX_PURPOSE);
	await database
		.insertInto("outbox_messages")
		.values([older, { ...row, id: "foreign", text: foreign }])
		.execute();
	const messages = await readOutbox(tenant.service);
	expect(messages.filter(({ recipient }) => recipient === "c@example.com")).toEqual([
		expect.objectContaining({ text: "Your code is 654321" }),
	]);
});

it("the outbox shows a message to an account, however many were sent to made-up addresses", async () => {
	const { sender, database } = tenant.service;
	await database.deleteFrom("outbox_messages").execute();
	const later = () => tenant.passSeconds(1);
	await sender.send({ ...TO_ACCOUNT, recipient: EMAIL, text: "Your code is 222222" });
	await sender.send({ ...TO_MADE_UP, address: "198.51.100.7", recipient: "new@example.com", text: "Confirm it" });
	later();
	for (let count = 0; count < 120; count += 1) {
		await sender.send({ ...TO_MADE_UP, recipient: `unknown-${count}@example.com`, text: "Confirm it" });
		await sender.send({ ...TO_ACCOUNT, address: "203.0.113.9", recipient: OTHER_EMAIL, text: "Your code is 333333" });
	}
	const messages = await readOutbox(tenant.service);
	const count = (recipient: string) => messages.filter((message) => message.recipient.startsWith(recipient)).length;
	expect([EMAIL, "new@", "unknown-", OTHER_EMAIL].map(count)).toEqual([1, 1, 80, 80]);
	const admin = new TestBrowser(tenant.service);
	await admin.signIn({ client_id: "web" }, EMAIL);
	const markup = await (await admin.visit("outbox")).text();
	const [people = "", others = ""] = markup.split("To recipients without an account");
	expect(people).toContain("222222");
	expect(people).not.toContain("unknown-");
	expect(others).toContain("new@example.com");
});

it("the outbox shows no messages after a day", async () => {
	const admin = new TestBrowser(tenant.service);
	await admin.signIn({ client_id: "web" }, EMAIL);
	tenant.passSeconds(24 * 3600 + 1);
	expect(await outboxFor(tenant.service, admin.request(new URL("outbox", ISSUER)))).toEqual([]);
});
