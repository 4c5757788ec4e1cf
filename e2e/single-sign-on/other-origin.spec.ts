import { makeApplication } from "../applications/applications-page";
import { expect, test } from "../fixtures";
import { managementOf } from "../http/management";
import { otherConsoleOf, signInFor, startOtherConsole } from "../running-app/other-console";

// As with a real tenant: the response comes by a form of another origin.

test.use({ reuseSessions: false });

test("a sign-in is tested at a tenant of another origin, by both protocols", async ({
	page,
	credentials,
	managementToken,
}) => {
	const management = managementOf(credentials, managementToken);
	const { origin } = otherConsoleOf(credentials);
	const made = await Promise.all(
		(["samlp", "wsfed"] as const).map((protocol) =>
			makeApplication(management, {
				name: `Elsewhere ${protocol} ${Date.now()}`,
				addons: { [protocol]: {} },
				callbacks: [`${origin}/sign-in-test/${protocol === "samlp" ? "saml" : "ws-federation"}`],
			}),
		),
	);
	const app = await startOtherConsole(credentials);
	try {
		await signInFor(page, credentials, `${origin}/applications`);
		for (const { client_id: id } of made) {
			const callback = page.waitForRequest(
				(request) => request.url().includes("/sign-in-test/") && !request.url().endsWith("/start"),
			);
			const pickup = page.waitForRequest((request) => new URL(request.url()).searchParams.has("pickup"));
			await page.goto(`${origin}/applications/${id}/single-sign-on/test`);
			await page.getByRole("button", { name: "Test sign-in" }).click();
			await expect(page.getByRole("region", { name: "Result" })).toContainText("The response is valid");
			expect((await (await callback).allHeaders()).origin).toBe(credentials.address);
			expect(new URL((await pickup).url()).origin).toBe(origin);
			// The result is shown once: the URL ends with it.
			await expect(page).toHaveURL((url) => url.origin === origin && url.search === "");
		}
	} finally {
		await app.stop();
	}
});
