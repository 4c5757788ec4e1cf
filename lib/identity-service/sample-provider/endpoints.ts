import { handleSampleMetadata } from "./metadata";
import { sampleForm } from "./sample-provider";
import { handleSampleChoice, handleSampleContinue, handleSampleHome, handleSampleSignIn } from "./sign-in";
import { handleSampleLeave, handleSampleSignOut } from "./sign-out";

const GET = ["GET"];
const POST = ["POST"];
const BOTH = ["GET", "POST"];
const anyCaller = () => {};

/** Rows of the service's table of endpoints. */
// biome-ignore format: a table has one row a line.
export const sampleProviderRows = [
	["/sample-provider", GET, anyCaller, "sample-provider", "page", "-", handleSampleHome],
	["/sample-provider/choose", POST, sampleForm, "sample-provider-choose", "page", "-", handleSampleChoice],
	["/sample-provider/continue", POST, sampleForm, "sample-provider-continue", "page", "-", handleSampleContinue],
	["/sample-provider/leave", POST, sampleForm, "sample-provider-leave", "page", "-", handleSampleLeave],
	["/sample-provider/metadata", GET, anyCaller, "sample-provider", "page", "-", handleSampleMetadata],
	["/sample-provider/sign-in", BOTH, anyCaller, "sample-provider", "page", "-", handleSampleSignIn],
	["/sample-provider/sign-out", BOTH, anyCaller, "sample-provider", "page", "-", handleSampleSignOut],
] as const;
