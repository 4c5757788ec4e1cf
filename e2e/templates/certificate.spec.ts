import { X509Certificate } from "node:crypto";
import type { Page } from "@playwright/test";
import { createButton, expect, nameBox, templateId, test, tick, uniqueName } from "./templates-page";

// Made for these tests; its key is gone. Valid from 2026 to 2126.
const ROOT = `-----BEGIN CERTIFICATE-----
MIICGzCCAcGgAwIBAgIUHOCfCYG6rPkNeXXPbkp3xF+yzekwCgYIKoZIzj0EAwIw
WjELMAkGA1UEBhMCVVMxDjAMBgNVBAgMBVVTLVVUMR8wHQYDVQQKDBZFeGFtcGxl
IE1vdG9yIFZlaGljbGVzMRowGAYDVQQDDBFFeGFtcGxlIElBQ0EgUm9vdDAgFw0y
NjExMjExMTI2MDZaGA8yMTI2MTAyODExMjYwNlowWjELMAkGA1UEBhMCVVMxDjAM
BgNVBAgMBVVTLVVUMR8wHQYDVQQKDBZFeGFtcGxlIE1vdG9yIFZlaGljbGVzMRow
GAYDVQQDDBFFeGFtcGxlIElBQ0EgUm9vdDBZMBMGByqGSM49AgEGCCqGSM49AwEH
A0IABMEu67dKm9flf4h+WXnGSiWfIv1F5bfcRU8UY0Vsrq0Qz5aNp5eOwhZamxE/
n3ory5+kP5TJrYllORfCer5ASWqjYzBhMB0GA1UdDgQWBBSbxRKcl/bt0xHNymAO
a/Wqnx2R9zAfBgNVHSMEGDAWgBSbxRKcl/bt0xHNymAOa/Wqnx2R9zAPBgNVHRMB
Af8EBTADAQH/MA4GA1UdDwEB/wQEAwIBBjAKBggqhkjOPQQDAgNIADBFAiEAm0LF
PIzlVFe8qTt0lqWGFPyXqTVtRIBXiL/XiJQN5U8CIGg+TrTk+RkK5tNZsKbNvuUv
NznuKSbG48dYgcI5aWzK
-----END CERTIFICATE-----
`;

const field = (page: Page) => page.getByRole("textbox", { name: "Custom certificate authority" });

test("a pasted root is described: who, whether an authority, until when, which key and fingerprint", async ({
	page,
	signIn,
}) => {
	await signIn(page, "editor");
	await page.goto("/templates/new");
	await field(page).fill(ROOT);
	await expect(
		page.getByText("C=US, ST=US-UT, O=Example Motor Vehicles, CN=Example IACA Root (self-signed)"),
	).toBeVisible();
	await expect(page.getByText(new X509Certificate(ROOT).fingerprint256)).toBeVisible();
	await expect(page.getByText("EC P-256")).toBeVisible();
	await expect(page.getByText(`${ROOT.length} / 4096`)).toBeVisible();
	await field(page).fill("not a certificate");
	await expect(page.getByText("This is not a certificate in PEM")).toBeVisible();
	await field(page).fill(`${ROOT}${ROOT}`);
	await expect(page.getByText("2 certificates: many programs read only the first.")).toBeVisible();
});

test("a certificate that lost its line breaks is re-wrapped with one click, and created so", async ({
	page,
	signIn,
	management,
}) => {
	await signIn(page, "editor");
	await page.goto("/templates/new");
	await nameBox(page).fill(uniqueName("Re-wrapped"));
	await tick(page, "Photo").check();
	await field(page).fill(ROOT.replaceAll("\n", ""));
	await page.getByRole("button", { name: "Re-wrap the certificate" }).click();
	await expect(field(page)).toHaveValue(ROOT);
	await createButton(page).click();
	await expect(page).toHaveURL(/\/templates\/vct_/);
	expect((await management.getTemplate(templateId(page))).custom_certificate_authority).toBe(ROOT);
	await expect(page.getByText(new X509Certificate(ROOT).fingerprint256)).toBeVisible();
});

test("a private key is refused while it is pasted: nothing of it leaves the browser", async ({ page, signIn }) => {
	await signIn(page, "editor");
	await page.goto("/templates/new");
	const bodies: string[] = [];
	page.on("request", (request) => bodies.push(request.postData() ?? ""));
	await field(page).fill(ROOT);
	await expect(page.getByText("EC P-256")).toBeVisible();
	await field(page).fill(`${ROOT}-----BEGIN EC PRIVATE KEY-----\nMHcCAQEEIF\n-----END EC PRIVATE KEY-----\n`);
	await expect(page.getByText("This holds a private key.", { exact: true })).toBeVisible();
	await createButton(page).click();
	await expect(page.getByRole("alert").filter({ hasText: "private key" })).toBeVisible();
	expect(bodies.filter((body) => body.includes("PRIVATE KEY"))).toEqual([]);
});

test("the inspector answers nobody who is not signed in, no other origin and no private key", async ({
	page,
	signIn,
	playwright,
	baseURL,
}) => {
	const path = `${baseURL}/templates/certificate`;
	const origin = { origin: String(baseURL) };
	const stranger = await playwright.request.newContext();
	expect((await stranger.post(path, { data: ROOT, headers: origin })).status()).toBe(401);
	await stranger.dispose();
	await signIn(page, "viewer");
	const foreign = { origin: "https://elsewhere.example" };
	expect((await page.request.post(path, { data: ROOT, headers: foreign })).status()).toBe(403);
	expect((await page.request.post(path, { data: "x".repeat(70_000), headers: origin })).status()).toBe(413);
	expect((await page.request.post(path, { data: "PRIVATE KEY", headers: origin })).status()).toBe(400);
	const answer = await page.request.post(path, { data: ROOT, headers: origin });
	expect((await answer.json()).certificates[0].isAuthority).toBe(true);
});
