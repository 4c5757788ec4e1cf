import { cleanup } from "@testing-library/react";
import { afterEach } from "vitest";

// Each test starts with an empty document and empty storage.
afterEach(() => {
	cleanup();
	window.sessionStorage.clear();
	window.localStorage.clear();
});
