import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "../fixtures";
import { Visitor } from "../http/visitor";
import { findFreePort } from "../running-app/free-port";
import { appEnvironment } from "../running-app/test-run";

const ROOT = join(import.meta.dirname, "..", "..");
const READY_WITHIN_MILLISECONDS = 60_000;
const GUIDES = [
	"operator",
	"application-developer",
	"connections",
	"try-it",
	"faults",
	"accessibility",
	"users",
	"templates",
	"templates-as-code",
	"proposals",
	"log-stream",
	"read-tokens",
];

test("the product started from the image's files shows each guide to signed-in users, with no script of its own, and every link to a guide leads to an existing section", async () => {
	const image = await mkdtemp(join(tmpdir(), "identity-console-image-"));
	const [port, dataDir] = [await findFreePort(), join(image, "data")];
	const address = `http://localhost:${port}`;
	const dockerfile = await readFile(join(ROOT, "Dockerfile"), "utf8");
	await copyFiles(dockerfile, image);
	expect(existsSync(join(image, "docs"))).toBe(false);
	expect(existsSync(join(image, "node_modules", "markdown-it"))).toBe(false);
	const [, ...parameters]: string[] = JSON.parse(/^CMD (\[.*\])$/m.exec(dockerfile)?.[1] ?? "[]");
	const settings = { ...appEnvironment({ port, dataDir }), HOST: "localhost", APP_URL: address };
	const app = spawn(process.execPath, parameters, {
		cwd: image,
		env: { ...process.env, ...settings, NODE_ENV: "production" },
		stdio: "ignore",
	});
	try {
		const isReady = () =>
			fetch(`${address}/readyz`).then(
				({ ok }) => ok,
				() => false,
			);
		await expect.poll(isReady, { timeout: READY_WITHIN_MILLISECONDS }).toBe(true);
		const viewer = new Visitor(address);
		for (const path of ["/guides", "/guides/operator"])
			expect((await viewer.open(path)).url.search).toBe(`?callbackUrl=${encodeURIComponent(path)}`);
		await viewer.signIn(JSON.parse(await readFile(join(dataDir, "credentials.json"), "utf8")), "viewer");

		const sessions = await viewer.open("/your-sessions");
		const pages = await Promise.all(["", ...GUIDES].map((name) => viewer.open(join("/guides", name))));
		const targets = new Set<string>();
		const links: string[] = [];
		for (const { status, url, document } of pages) {
			expect(status, url.pathname).toBe(200);
			const main = document.querySelector("main");
			expect(main?.querySelector("h1")?.textContent).toMatch(/\w{3}/);
			targets.add(url.pathname);
			for (const { id } of main?.querySelectorAll("[id]") ?? []) targets.add(`${url.pathname}#${id}`);
			for (const link of main?.querySelectorAll("a[href]") ?? [])
				links.push(new URL(link.getAttribute("href") ?? "", url).href.replace(address, ""));
			expect(document.querySelectorAll("article :is(script, style), main [style]")).toHaveLength(0);
			expect(scriptsOf(sessions.html)).toEqual(expect.arrayContaining(scriptsOf(document.documentElement.outerHTML)));
		}
		expect(links.length).toBeGreaterThan(100);
		expect(links.filter((link) => link.startsWith("/") && !targets.has(link))).toEqual([]);
		expect((await viewer.open("/guides/contributor")).status).toBe(404);
	} finally {
		app.kill();
		await rm(image, { recursive: true, force: true });
	}
});

/** Copies what `COPY --from=build` copies, of a build without its development packages. */
async function copyFiles(dockerfile: string, image: string): Promise<void> {
	const lists = [...dockerfile.matchAll(/^COPY --from=build (.+) \S+$/gm)].flatMap(([, paths = ""]) =>
		paths.split(" "),
	);
	for (const path of lists.map((each) => each.replace("/app/", ""))) {
		if (path === "node_modules") await linkPackages(image);
		else
			await cp(join(ROOT, path), join(image, path), {
				recursive: true,
				filter: (from) => !from.endsWith(join(".next", "cache")),
			});
	}
}

async function linkPackages(image: string): Promise<void> {
	const { packages } = JSON.parse(await readFile(join(ROOT, "package-lock.json"), "utf8"));
	for (const [path, { dev }] of Object.entries<{ dev?: boolean }>(packages)) {
		if (dev || !/^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) || !existsSync(join(ROOT, path))) continue;
		await mkdir(dirname(join(image, path)), { recursive: true });
		await symlink(join(ROOT, path), join(image, path), "junction");
	}
}

function scriptsOf(html: string): string[] {
	return [...html.matchAll(/<script[^>]* src="([^"?]+)/g)].map(([, path = ""]) => path);
}
