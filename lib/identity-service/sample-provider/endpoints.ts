import { handleSampleMetadata } from "./metadata";
import { sampleForm, samplePages } from "./sample-provider";
import { handleSampleChoice, handleSampleContinue, handleSampleHome, handleSampleSignIn } from "./sign-in";
import { handleSampleLeave, handleSampleSignOut } from "./sign-out";

const GET = ["GET"];
const POST = ["POST"];
const BOTH = ["GET", "POST"];
const noStep = () => {};
/** The handler reads the query, or a message whose sender determines how it is read. */
const byHandler = noStep;
const anyone = noStep;

/** Rows of the service's table of endpoints. */
// biome-ignore format: a table has one row a line.
export const sampleProviderRows = [
	["/sample-provider", GET, "sample-provider", byHandler, anyone, handleSampleHome, "page", "-"],
	["/sample-provider/choose", POST, "sample-provider-choose", sampleForm, samplePages, handleSampleChoice, "page", "-"],
	["/sample-provider/continue", POST, "sample-provider-continue", sampleForm, samplePages, handleSampleContinue, "page", "-"],
	["/sample-provider/leave", POST, "sample-provider-leave", sampleForm, samplePages, handleSampleLeave, "page", "-"],
	["/sample-provider/metadata", GET, "sample-provider", byHandler, anyone, handleSampleMetadata, "page", "-"],
	["/sample-provider/sign-in", BOTH, "sample-provider", byHandler, anyone, handleSampleSignIn, "page", "-"],
	["/sample-provider/sign-out", BOTH, "sample-provider", byHandler, anyone, handleSampleSignOut, "page", "-"],
] as const;
