import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "../fixtures";
import { Visitor } from "../http/visitor";
import { startSecondApp } from "../running-app/second-app";

// One installation, beside which and without which a command is run.
test.describe.configure({ timeout: 120_000 });

test("a change by npm run templates is in the activity and in the template's versions by the command line, made beside a running app and without one", async () => {
	const app = await startSecondApp();
	const { credentials, dataDir } = app;
	const folder = join(dataDir, "templates");
	await app.npmRun("templates", "export", folder);
	const [file = ""] = (await readdir(folder)).filter((name) => name.startsWith("age-check"));
	const edit = async (attribute: string) => {
		const text = await readFile(join(folder, file), "utf8");
		await writeFile(
			join(folder, file),
			text.replace('"age_over_21": true', `"age_over_21": true, "${attribute}": true`),
		);
	};
	await edit("resident_city");
	expect(await app.npmRun("templates", "apply", folder, "--yes")).toContain("1 of 1 done.");
	await app.stop({ keepData: true });
	await edit("nationality");
	expect(await app.npmRun("templates", "apply", folder, "--yes")).toContain("    Adds Nationality\n");

	const again = await startSecondApp({
		PORT: new URL(credentials.address).port,
		DATA_DIR: dataDir,
		SECOND_EDITOR: "request-more",
	});
	const viewer = new Visitor(credentials.address);
	await viewer.signIn(credentials, "viewer");
	const activity = await viewer.open("/activity?person=Command%20line");
	const entries = [...activity.document.querySelectorAll("main li > details")].map(({ textContent }) => textContent);
	expect(entries).toEqual([
		expect.stringMatching(/Command line changed Age check 21\+.*Adds Nationality/s),
		expect.stringMatching(/Command line changed Age check 21\+.*Adds City/s),
	]);
	const csv = await viewer.open("/activity/export?person=Command%20line");
	expect(csv.html.split("\r\n").filter((row) => row.includes("Command line"))).toHaveLength(2);
	const list = await viewer.open("/templates");
	const template = list.getByRole<HTMLAnchorElement>("link", { name: "Age check 21+" });
	const versions = await viewer.open(`${new URL(template.href, credentials.address).pathname}/history`);
	expect(versions.document.querySelector("main")?.textContent).toMatch(
		/Command line.*Nationality.*Command line.*City/s,
	);

	// The other command of this kind, beside a running app.
	const users = join(dataDir, "users.txt");
	await writeFile(users, "amara.okafor@example.com\n");
	expect(await again.npmRun("people", "end", users, "--reason", "SUP-4711", "--yes")).toContain("1 of 1 done.");
	expect((await viewer.open("/activity?person=Command%20line")).html).toContain("SUP-4711");

	// Where it asks for more, another editor decides: here in the browser, without scripts.
	await edit("resident_country");
	const proposed = await again.npmRun("templates", "apply", folder, "--yes").catch((error: unknown) => error);
	expect(proposed).toMatchObject({ code: 3, stdout: expect.stringContaining("/proposals/") });
	const { pathname } = new URL(/http\S+\/proposals\/\S+/.exec((proposed as { stdout: string }).stdout)?.[0] ?? "");
	const id = decodeURIComponent(pathname.replace("/proposals/", ""));
	const waiting = await again.npmRun("templates", "apply", "--approved", id).catch((error: unknown) => error);
	expect(waiting).toMatchObject({ code: 3, stdout: expect.stringContaining("It is not accepted yet.") });
	const editor = new Visitor(credentials.address);
	await editor.signIn(credentials, "editor");
	const accepted = await editor.press(await editor.open(pathname), "Accept");
	expect(accepted.document.querySelector("main")?.textContent).toContain("Accepted. The tenant has the changes.");
	expect(await again.npmRun("templates", "apply", "--approved", id)).toMatch(/Accepted by .*: 1 of 1 template done\./);
	expect(await again.npmRun("templates", "plan", folder)).toContain("Nothing to apply");
	await again.stop();
});
