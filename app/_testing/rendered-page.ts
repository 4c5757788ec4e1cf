import { cleanup, configure } from "@testing-library/react";
import { afterEach, vi } from "vitest";

// JSX as it is shipped: in its other build each element keeps a stack, which takes a sixth of the time.
vi.stubEnv("NODE_ENV", "production");
await import("react/jsx-runtime");
vi.unstubAllEnvs();

configure({
	// Only against a test that hangs: a wait ends as soon as its condition is met, on a busy machine later.
	asyncUtilTimeout: 20_000,
	// Without the whole document in the message, which would be serialised at each unsuccessful attempt.
	getElementError: (message) => new Error(message ?? "Not found."),
});

// Each test starts with an empty document and empty storage.
afterEach(() => {
	cleanup();
	window.sessionStorage.clear();
	window.localStorage.clear();
});
