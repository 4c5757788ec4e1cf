// Runs the code that the page offers to copy as a separate application at its own origin.
import crypto from "node:crypto";
import { runInThisContext } from "node:vm";
import { Verifier } from "@auth0/mdl";
import * as hpke from "@hpke/core";
import * as mdoc from "@owf/mdoc";
import type { Page } from "@playwright/test";
import { expectAccessible } from "../../page/axe";
import { tick } from "../../templates/templates-page";
import { verdict } from "../try-it-page";
import type { CredentialRequest } from "./outside-wallet/outside-wallet";
import { virtualWallet } from "./outside-wallet/virtual-wallet";
import { expect, PROTOCOLS, test, tryItPanel, walletButton } from "./wallet-page";

const SHOP = "https://shop.example";

type ServerCode = {
	beginRequest: (origin: string) => { requests: CredentialRequest[]; kept: unknown };
	readAnswer: (answer: object, kept: unknown) => Promise<{ deviceResponse: Buffer; sessionTranscript: Buffer }>;
};

const code = (page: Page, title: string) => tryItPanel(page).getByRole("region", { name: title, exact: true });

test("the code for the admin's own application requests what is ticked, and the response verifies with another library", async ({
	page,
	outside,
	openTemplate,
	openContext,
	wallet: _,
}) => {
	await openTemplate("editor");
	await tryItPanel(page).getByText("Ask from your own application").click();
	await expect(code(page, "On your server")).toContainText('["birth_date", false]');
	await tick(page, "Date of birth").uncheck();
	await expect(code(page, "On your server")).not.toContainText("birth_date");
	await page.getByRole("checkbox", { name: /Say that the attributes will be stored/ }).check();
	await expect(code(page, "On your server")).toContainText('["family_name", true]');
	const [server, browser] = [
		await code(page, "On your server").innerText(),
		await code(page, "In the browser").innerText(),
	];

	const { beginRequest, readAnswer } = run(server);
	const shop = await (await openContext()).newPage();
	const wallet = await virtualWallet(shop);
	for (const protocol of PROTOCOLS) {
		let kept: unknown = null;
		let sent: string[] | null = null;
		await shop.unrouteAll();
		await shop.route(`${SHOP}/`, (route) =>
			route.fulfill({ contentType: "text/html", body: `<!doctype html>${browser}` }),
		);
		await shop.route(`${SHOP}/licence/begin`, async (route) => {
			const begun = beginRequest(SHOP);
			kept = begun.kept;
			const request = begun.requests.find((each) => each.protocol === protocol);
			if (!request) throw new Error("The code does not request by this protocol");
			await wallet?.behave({ action: "respond", protocol, response: await outside.respond(request, SHOP) });
			await route.fulfill({ json: { requests: begun.requests } });
		});
		await shop.route(`${SHOP}/licence/end`, async (route) => {
			const { deviceResponse, sessionTranscript } = await readAnswer(route.request().postDataJSON(), kept);
			const verified = await new Verifier([outside.root]).verify(deviceResponse, {
				encodedSessionTranscript: embedded(sessionTranscript),
			});
			sent = Object.keys(verified.documents[0]?.getIssuerNameSpace("org.iso.18013.5.1") ?? {});
			await route.fulfill({ json: {} });
		});
		await shop.goto(`${SHOP}/`);
		await shop.getByRole("button", { name: "Show your driving licence" }).click();
		await expect.poll(() => sent).toEqual(["family_name", "issuing_country"]);
	}
});

test("the result, a waiting request and the code have no accessibility violation", async ({
	page,
	wallet,
	outside,
	openTemplate,
}) => {
	await openTemplate();
	await tryItPanel(page).getByText("Ask from your own application").click();
	await wallet.behave({ action: "wait" });
	await walletButton(page).click();
	await expect(tryItPanel(page).getByRole("button", { name: "Cancel" })).toBeVisible();
	await expectAccessible(page);
	await tryItPanel(page).getByRole("button", { name: "Cancel" }).click();
	await wallet.respondWith(outside, "org-iso-mdoc");
	await walletButton(page).click();
	await expect(verdict(page)).toHaveText("Verified");
	await expectAccessible(page);
});

/** Runs a file of the snippet, with its imports and exports rewritten for a function. */
function run(file: string): ServerCode {
	const code = file
		.replace(/^import (\{[^}]*\}) from ("[^"]+");$/gm, "const $1 = libraries[$2];")
		.replace(/^export /gm, "");
	const body = `${code}\nreturn { beginRequest, readAnswer };`;
	const made: (libraries: object) => ServerCode = runInThisContext(`(libraries) => {\n${body}\n}`);
	return made({ "node:crypto": crypto, "@hpke/core": hpke, "@owf/mdoc": mdoc });
}

/** A transcript of less than 256 bytes in CBOR's tag 24, as the library requires it. */
function embedded(bytes: Buffer): Buffer {
	return Buffer.concat([Buffer.from([0xd8, 24, 0x58, bytes.length]), bytes]);
}
