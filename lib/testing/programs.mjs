// The programs of the system that tests use beyond Node and npm. `.ci/run` installs all of them; where some are missing,
// the tests that need them are skipped, and `npm test` names them. As a command: `packages` prints what to install,
// `missing` what is not installed, with exit code 1 where there is any.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { basename, delimiter, dirname, join } from "node:path";

/**
 * `packages` are Debian's and contain the programs, the other files and the modules of Perl.
 * @typedef {{ packages: string[], programs: string[], files?: string[], perl?: string[] }} Tool
 */

/** @type {(name: string, debianPackage?: string) => Tool} */
const program = (name, debianPackage = name) => ({ packages: [debianPackage], programs: [name] });

const TOOLS = {
	sh: program("sh", "dash"),
	bash: program("bash"),
	curl: program("curl"),
	grep: program("grep"),
	openssl: program("openssl"),
	strace: program("strace"),
	tr: program("tr", "coreutils"),
	xmlsec1: program("xmlsec1"),
	PostgreSQL: { packages: ["postgresql"], programs: ["initdb", "postgres", "id", "sh"] },
	"schemas of SAML": {
		packages: ["libxml2-utils", "opensaml-schemas", "xmltooling-schemas"],
		programs: ["xmllint"],
		files: [
			"/usr/share/xml/opensaml/saml-schema-protocol-2.0.xsd",
			"/usr/share/xml/xmltooling/xmldsig-core-schema.xsd",
		],
	},
	// The web server's programs, without the service that would begin to listen.
	mod_auth_mellon: {
		packages: ["apache2-bin", "libapache2-mod-auth-mellon", "openssl"],
		// The second is a script that runs the third.
		programs: ["apache2", "mellon_create_metadata", "openssl"],
		files: ["/usr/lib/apache2/modules/mod_auth_mellon.so"],
	},
	Shibboleth: {
		packages: ["apache2-bin", "libapache2-mod-shib", "opensaml-tools"],
		programs: ["apache2", "shibd", "resolvertest", "samlsign"],
		files: ["/usr/lib/apache2/modules/mod_shib.so", "/etc/shibboleth/protocols.xml"],
	},
	// Its package requires a web server of the system, which is not used here: this is the smallest.
	SimpleSAMLphp: {
		packages: ["mini-httpd", "simplesamlphp", "php-cli", "php-xml", "php-mbstring"],
		programs: ["php"],
		files: ["/usr/share/simplesamlphp/www/saml2/idp/SSOService.php"],
	},
	// Its package does not even recommend the modules that it needs as a SAML provider.
	LemonLDAP: {
		packages: [
			...["lemonldap-ng-uwsgi-app", "liblemonldap-ng-portal-perl", "liblasso-perl", "libglib-perl", "libplack-perl"],
			...["libgd-securityimage-perl", "libimage-magick-perl", "libio-string-perl", "libsoap-lite-perl"],
			...["libstring-random-perl", "libxml-simple-perl"],
		],
		programs: ["perl", "plackup"],
		files: ["/usr/share/lemonldap-ng/portal"],
		perl: ["Lasso", "XML::Simple", "IO::String", "SOAP::Lite", "GD::SecurityImage", "Image::Magick"],
	},
};

/** @typedef {keyof typeof TOOLS} ToolName */
export const TOOL_NAMES = /** @type {ToolName[]} */ (Object.keys(TOOLS));
const PATHS = join(import.meta.dirname, "..", "..", "node_modules", ".cache", "test-paths");

/**
 * Whether a test has to be skipped here, and why.
 * @param {...ToolName} names
 * @returns {string} which of them are not installed; empty where all are
 */
export function lacks(...names) {
	const missing = names
		.filter((name) => !isInstalled(TOOLS[name]))
		.map((name) => `${name} (Debian: ${TOOLS[name].packages.join(" ")})`);
	return missing.length > 0 ? `Not installed here: ${missing.join(", ")}` : "";
}

/**
 * The file of a program of the list.
 * @param {string} name
 * @throws Error where no tool of the list has it, or it is not installed
 */
export function programPath(name) {
	const isListed = Object.values(TOOLS).some(({ programs }) => programs.includes(name));
	const path = isListed ? findProgram(name) : undefined;
	if (!path) throw new Error(`${name} is ${isListed ? "not installed" : "no program of lib/testing/programs.mjs"}.`);
	return path;
}

/**
 * A folder for the PATH of a shell with the programs of these tools, Node and npm, and no others.
 * @param {...ToolName} names
 */
export function pathWith(...names) {
	const programs = names.flatMap((tool) => TOOLS[tool].programs);
	const links = [
		...programs.map((name) => [name, programPath(name)]),
		...[
			["node", process.execPath],
			["npm", findProgram("npm") ?? "npm"],
		],
	];
	// The same links share one folder, which stays: a test process may be ended before it could remove one of its own.
	const folder = join(PATHS, createHash("sha256").update(JSON.stringify(links)).digest("hex").slice(0, 16));
	mkdirSync(folder, { recursive: true });
	for (const [name = "", program = ""] of links) linkOnce(program, join(folder, name));
	return folder;
}

/**
 * @param {string} target
 * @param {string} link may be there already, made by another process at this moment too
 */
function linkOnce(target, link) {
	try {
		symlinkSync(target, link);
	} catch (error) {
		if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EEXIST") throw error;
	}
}

/** @param {Tool} tool */
function isInstalled({ programs, files = [], perl = [] }) {
	if (!programs.every(findProgram) || !files.every((file) => existsSync(file))) return false;
	return (
		perl.length === 0 || spawnSync(programPath("perl"), [...perl.map((name) => `-M${name}`), "-e", "1"]).status === 0
	);
}

const POSTGRESQL = ["/usr/lib/postgresql", "/opt/homebrew/opt", "/usr/local/opt"];

/** @param {string} name */
function findProgram(name) {
	const onPath = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
	// Debian has `sbin` on the path of root only, and PostgreSQL's programs on no path.
	const beside = onPath.filter((folder) => basename(folder) === "bin").map((folder) => join(dirname(folder), "sbin"));
	return [...postgresqlFolders(), ...onPath, ...beside].map((folder) => join(folder, name)).find(existsSync);
}

function postgresqlFolders() {
	const versions = POSTGRESQL.filter(existsSync).flatMap((folder) =>
		readdirSync(folder)
			.filter((name) => /^\d+$|^postgresql(@\d+)?$/.test(name))
			.map((name) => join(folder, name, "bin")),
	);
	return versions.reverse();
}

if (process.argv[1]?.endsWith(join("lib", "testing", "programs.mjs"))) {
	if (process.argv[2] === "packages") {
		console.log([...new Set(Object.values(TOOLS).flatMap(({ packages }) => packages))].join(" "));
	} else {
		const missing = Object.entries(TOOLS).filter(([, tool]) => !isInstalled(tool));
		for (const [name, { packages }] of missing) console.log(`${name}: ${packages.join(" ")}`);
		process.exitCode = missing.length > 0 ? 1 : 0;
	}
}
