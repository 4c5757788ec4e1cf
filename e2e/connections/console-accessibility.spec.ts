import { makeCertificate } from "@/lib/testing/certificates";
import { expectAccessible } from "../page/axe";
import { expectReachableScrollers } from "../page/scrollers";
import { EXPIRED_CERTIFICATE, expect, makeConnection, providerMetadata, SIGN_IN, test } from "./made-connection";

const LONG = "w".repeat(110);

test("a new connection with errors, and filled in from metadata", async ({ page, signIn }) => {
	test.slow();
	await signIn(page, "editor");
	await page.goto("/connections/new");
	await page.getByRole("textbox", { name: "Sign-in address" }).fill(`http://${LONG}`);
	await page.getByRole("button", { name: "Create identity provider" }).click();
	await expect(page.getByRole("alert").filter({ hasText: "This can't be sent yet" })).toBeVisible();
	await expectAccessible(page);
	const metadata = providerMetadata(`urn:${LONG}${LONG}`, (await makeCertificate()).certificate);
	await page.getByRole("textbox", { name: "Metadata of the identity provider" }).fill(metadata);
	await page.getByRole("button", { name: "Fill in from the metadata" }).click();
	await expect(page.getByText("The form is filled in. Nothing is saved yet.")).toBeVisible();
	await page.getByRole("checkbox", { name: "Let sign-ins begin at the provider" }).check();
	await page.getByText("Attribute mapping").click();
	await expectAccessible(page);
});

test("a connection with long values that refuses every response, unsaved edits, a conflict, and its dialogs", async ({
	page,
	signIn,
	credentials,
	management,
}) => {
	test.slow();
	const options = { signInEndpoint: SIGN_IN, issuer: `urn:${LONG}${LONG}`, signingCert: EXPIRED_CERTIFICATE };
	const { id } = await makeConnection(management, `${LONG}-${Date.now()}`, options, {
		display_name: LONG,
		enabled_clients: [credentials.clients.web_app?.client_id],
	});
	await signIn(page, "editor");
	await page.goto("/connections");
	await expectAccessible(page);
	await expectReachableScrollers(page);
	await page.goto(`/connections/${id}`);
	await page.getByRole("textbox", { name: "Provider's entity ID" }).fill("urn:mine");
	// The conflict below shows all of this, and more.
	if (process.env.LONG) await expectAccessible(page);
	await management.json("PATCH", `/connections/${id}`, {
		display_name: LONG,
		options: { ...options, issuer: "urn:theirs" },
	});
	await page.getByRole("button", { name: "Save changes" }).click();
	await expect(page.getByText("Changed since you opened it")).toBeVisible();
	await expectAccessible(page);
	await expectReachableScrollers(page);
	// The other dialog differs in its text alone.
	for (const name of ["Turn off", ...(process.env.LONG ? ["Delete identity provider"] : [])]) {
		await page.getByRole("button", { name }).click();
		await expect(page.getByRole("dialog")).toBeVisible();
		await expectAccessible(page, { within: process.env.LONG ? "html" : "dialog[open]" });
		await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
	}
	await management.call("DELETE", `/connections/${id}`);
});
