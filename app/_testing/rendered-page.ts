import { cleanup } from "@testing-library/react";
import { afterEach } from "vitest";

// What one test drew and kept in its tab is not there for the next.
afterEach(() => {
	cleanup();
	window.sessionStorage.clear();
	window.localStorage.clear();
});
