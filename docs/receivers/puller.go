// Pulls a webhook's messages from the chain data service, each exactly once:
//
//	URL=https://… KEY=… WEBHOOK=… go run puller.go
//
// Go 1.20 or newer, no modules.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"net/http"
	"os"
	"strconv"
	"time"
)

// State is one file, so that the cursor and the results change together: use one transaction of your database.
type State struct {
	Cursor string `json:"cursor"`
	// The transaction of each message that was not taken back.
	Active map[string]string `json:"active"`
}

type message struct {
	MessageID string `json:"messageId"`
	EventType string `json:"eventType"`
	Event     struct {
		Removes         string
		OperationID     string `json:"operationId"`
		OperationStatus string `json:"operationStatus"`
		Transaction     struct {
			TxHash string `json:"txHash"`
		}
	}
}

type page struct {
	Messages []struct{ Body string }
	Cursor   string
	Message  string
}

func setting(name, otherwise string) string {
	if value := os.Getenv(name); value != "" {
		return value
	}
	return otherwise
}

func load(file string) State {
	state := State{Active: map[string]string{}}
	data, err := os.ReadFile(file)
	if errors.Is(err, os.ErrNotExist) {
		return state
	}
	if err == nil {
		err = json.Unmarshal(data, &state)
	}
	if err != nil {
		log.Fatal(err)
	}
	return state
}

func save(file string, state State) error {
	data, err := json.Marshal(state)
	if err != nil {
		return err
	}
	if err := os.WriteFile(file+".new", data, 0o600); err != nil {
		return err
	}
	return os.Rename(file+".new", file)
}

// apply returns a line to print.
func apply(active map[string]string, m message) string {
	switch m.EventType {
	case "address_activity_removed":
		delete(active, m.Event.Removes)
		return "taken back " + m.Event.Removes
	case "operation_completed":
		return "ended " + m.Event.OperationID + " " + m.Event.OperationStatus
	}
	active[m.MessageID] = m.Event.Transaction.TxHash
	return "active " + m.Event.Transaction.TxHash + " " + m.MessageID
}

// read returns nil if the service asks to wait, or does not answer.
func read(cursor string) *page {
	query := "from=" + setting("FROM", "oldest")
	if cursor != "" {
		query = "cursor=" + cursor + "&waitSeconds=20"
	}
	request, err := http.NewRequest(http.MethodGet, os.Getenv("URL")+"/v1/webhooks/"+os.Getenv("WEBHOOK")+"/feed?"+query, nil)
	if err != nil {
		log.Fatal(err)
	}
	request.Header.Set("x-service-api-key", os.Getenv("KEY"))
	client := http.Client{Timeout: 35 * time.Second}
	response, err := client.Do(request)
	if err != nil {
		time.Sleep(2 * time.Second)
		return nil
	}
	defer response.Body.Close()
	if response.StatusCode == http.StatusTooManyRequests || response.StatusCode >= 500 {
		seconds, err := strconv.Atoi(response.Header.Get("retry-after"))
		if err != nil {
			seconds = 2
		}
		time.Sleep(time.Duration(seconds) * time.Second)
		return nil
	}
	var found page
	if err := json.NewDecoder(response.Body).Decode(&found); err != nil {
		time.Sleep(2 * time.Second)
		return nil
	}
	if response.StatusCode != http.StatusOK {
		// A cursor older than 30 days, for example: the message says what to do.
		log.Fatal(found.Message)
	}
	return &found
}

func main() {
	file := setting("STATE", "puller.json")
	state := load(file)
	for {
		found := read(state.Cursor)
		if found == nil {
			continue
		}
		var lines []string
		for _, one := range found.Messages {
			var m message
			if err := json.Unmarshal([]byte(one.Body), &m); err != nil {
				log.Fatal(err)
			}
			lines = append(lines, apply(state.Active, m))
		}
		state.Cursor = found.Cursor
		if err := save(file, state); err != nil {
			log.Fatal(err)
		}
		for _, line := range lines {
			fmt.Println(line)
		}
	}
}
