import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { makeCertificate } from "@/lib/testing/certificates";
import { programPath } from "@/lib/testing/programs.mjs";
import { startServer } from "../federation/server-process";
import { findFreePort } from "../running-app/free-port";
import { type OutsideProvider, USER } from "./outside-provider";

const PAGES = "/usr/share/simplesamlphp/www";

/**
 * Starts it as an identity provider on PHP's own server, with a configuration of its own; nothing of the system's is read.
 * It verifies requests, and signs logouts.
 */
export async function startSimpleSamlPhp(folder: string, serviceProvider: string): Promise<OutsideProvider> {
	const port = await findFreePort();
	// Another site than the service's, as in production.
	const origin = `http://127.0.0.1:${port}`;
	const { certificate, privateKey } = await makeCertificate();
	await writeFile(join(folder, "party.key"), privateKey);
	await writeFile(join(folder, "party.crt"), certificate);
	for (const name of ["metadata", "sessions", "log"]) await mkdir(join(folder, name));
	await writeFile(join(folder, "service-provider.xml"), serviceProvider);
	await writeFile(join(folder, "config.php"), configuration(folder, origin));
	await writeFile(join(folder, "authsources.php"), USERS);
	await writeFile(join(folder, "metadata", "saml20-idp-hosted.php"), hosted(origin));
	const { stop } = await startServer([programPath("php"), "-S", `127.0.0.1:${port}`, "-t", PAGES], port, {
		SIMPLESAMLPHP_CONFIG_DIR: folder,
	});
	const logIn = async (page: Page) => {
		await page.getByLabel("Username").fill(USER.id);
		await page.getByLabel("Password").fill(USER.password);
		await page.getByRole("button", { name: "Login" }).click();
	};
	return {
		origin,
		async fetchMetadata() {
			const response = await fetch(`${origin}/saml2/idp/metadata.php`);
			if (!response.ok) throw new Error(`No metadata: ${response.status} ${await response.text()}`);
			return response.text();
		},
		logIn,
		logInAgain: logIn,
		renewal: (page) => page.getByLabel("Password"),
		expectPasswordPrompt: (page) => expect(page.getByLabel("Password")).toBeVisible(),
		signInTo(entityId, relayState) {
			const query = new URLSearchParams({ spentityid: entityId, ...(relayState && { RelayState: relayState }) });
			return `${origin}/saml2/idp/SSOService.php?${query}`;
		},
		signOutAddress: `${origin}/saml2/idp/SingleLogoutService.php?ReturnTo=${encodeURIComponent(`${origin}/logout.php`)}`,
		stop,
	};
}

function configuration(folder: string, origin: string): string {
	return `<?php
$config = [
	'baseurlpath' => '${origin}/',
	'certdir' => '${folder}/',
	'loggingdir' => '${folder}/log/',
	'datadir' => '${folder}/',
	'tempdir' => '${folder}/',
	'metadatadir' => '${folder}/metadata',
	'secretsalt' => 'a salt for tests only',
	'auth.adminpassword' => 'no admin in tests',
	'timezone' => 'UTC',
	'logging.level' => SimpleSAML\\Logger::INFO,
	'logging.handler' => 'file',
	'enable.saml20-idp' => true,
	'module.enable' => ['exampleauth' => true, 'core' => true, 'saml' => true],
	'session.phpsession.savepath' => '${folder}/sessions',
	'session.cookie.secure' => false,
	'store.type' => 'phpsession',
	'metadata.sources' => [
		['type' => 'flatfile'],
		['type' => 'xml', 'file' => '${folder}/service-provider.xml'],
	],
];
`;
}

const USERS = `<?php
$config = [
	'people' => [
		'exampleauth:UserPass',
		'${USER.id}:${USER.password}' => [
			'uid' => ['${USER.id}'],
			'mail' => ['${USER.email}'],
			'displayName' => ['${USER.name}'],
		],
	],
];
`;

function hosted(origin: string): string {
	return `<?php
$metadata['${origin}/saml2/idp/metadata.php'] = [
	'host' => '__DEFAULT__',
	'privatekey' => 'party.key',
	'certificate' => 'party.crt',
	'auth' => 'people',
	'logouttype' => 'traditional',
	'sign.logout' => true,
	'validate.logout' => true,
	'redirect.sign' => true,
	'redirect.validate' => true,
	'validate.authnrequest' => true,
	'NameIDFormat' => 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
	'authproc' => [
		1 => [
			'class' => 'saml:AttributeNameID',
			'attribute' => 'uid',
			'Format' => 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
		],
	],
];
`;
}
