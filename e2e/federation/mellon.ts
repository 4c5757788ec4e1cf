import { execFileSync } from "node:child_process";
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { programPath } from "@/lib/testing/programs.mjs";
import { startApache } from "./apache";

const OWN_MODULES = ["auth_mellon", "include", "setenvif"];

export type MellonFiles = {
	entityId: string;
	/** The service provider's own metadata. */
	metadata: string;
	key: string;
	certificate: string;
	metadataFile: string;
};

/** Runs mod_auth_mellon's own program to make a key and metadata. */
export async function makeMellonFiles(folder: string, origin: string): Promise<MellonFiles> {
	const entityId = `${origin}/mellon/metadata`;
	execFileSync(programPath("mellon_create_metadata"), [entityId, `${origin}/mellon`], { cwd: folder, stdio: "ignore" });
	const name = join(folder, entityId.replace(/[^0-9A-Za-z.]+/g, "_"));
	const metadataFile = `${name}.xml`;
	return {
		entityId,
		metadataFile,
		metadata: await readFile(metadataFile, "utf8"),
		key: `${name}.key`,
		certificate: `${name}.cert`,
	};
}

/**
 * Starts Apache with mod_auth_mellon: `/members/` requires a session, and shows the user's attributes.
 * @param identityProvider its metadata, unchanged
 */
export async function startMellon(
	folder: string,
	origin: string,
	{ files, identityProvider }: { files: MellonFiles; identityProvider: string },
): Promise<{ stop: () => Promise<void>; log: () => Promise<string> }> {
	// Apache's workers run as another system user, and read it too.
	await chmod(folder, 0o755);
	for (const file of [files.key, files.certificate, files.metadataFile]) await chmod(file, 0o644);
	await writeFile(join(folder, "identity-provider.xml"), identityProvider);
	await mkdir(join(folder, "pages", "members"), { recursive: true });
	const icon = '<link rel="icon" href="data:,">';
	await writeFile(join(folder, "pages", "index.html"), `<title>Provider</title>${icon}<h1>Public page</h1>`);
	await writeFile(
		join(folder, "pages", "members", "index.shtml"),
		`<title>Members</title>${icon}<h1>For members</h1>
<p>User: <!--#echo var="REMOTE_USER" --></p>
<p>Email: <!--#echo var="MELLON_email" --></p>
<p>Name: <!--#echo var="MELLON_name" --></p>`,
	);
	const server = await startApache({
		folder,
		port: Number(new URL(origin).port),
		modules: Object.fromEntries(OWN_MODULES.map((name) => [`${name}_module`, name])),
		directives: `AddType text/html .shtml
AddOutputFilter INCLUDES .shtml
MellonLockFile ${folder}/mellon.lock
# Browsers accept cookies with SameSite=None over https alone.
SetEnvIf Request_URI ".*" MELLON_DISABLE_SAMESITE=1
<Location />
MellonEndpointPath /mellon
MellonEnable info
MellonSPPrivateKeyFile ${files.key}
MellonSPCertFile ${files.certificate}
MellonSPMetadataFile ${files.metadataFile}
MellonIdPMetadataFile ${folder}/identity-provider.xml
MellonSetEnv email http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress
MellonSetEnv name http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name
</Location>
<Location /members>
MellonEnable auth
AuthType Mellon
Require valid-user
</Location>
<Directory ${folder}/pages/members>
Options +Includes
DirectoryIndex index.shtml
</Directory>`,
	});
	return { stop: server.stop, log: () => readFile(join(folder, "apache.log"), "utf8") };
}
